ALTER TABLE `files` ADD `progress` integer;--> statement-breakpoint
ALTER TABLE `files` ADD `poster_hash` text;