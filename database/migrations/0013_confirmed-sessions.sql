ALTER TABLE `sessions` ADD `confirmed_at` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `pending_totp_secret` text;--> statement-breakpoint
ALTER TABLE `users` ADD `backup_codes_unsaved` integer DEFAULT false NOT NULL;