ALTER TABLE `content_state` ADD `started_at` integer;--> statement-breakpoint
ALTER TABLE `content_state` ADD `failed_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `content_state` ADD `failed_revision` integer;--> statement-breakpoint
ALTER TABLE `content_state` ADD `next_try_at` integer;--> statement-breakpoint
ALTER TABLE `content_state` ADD `restore_id` text;--> statement-breakpoint
ALTER TABLE `content_state` ADD `restore_error` text;--> statement-breakpoint
ALTER TABLE `releases` ADD `audit_id` integer;--> statement-breakpoint
ALTER TABLE `releases` ADD `changes` text;--> statement-breakpoint
ALTER TABLE `releases` ADD `log` text;