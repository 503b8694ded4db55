DROP VIEW media;
--> statement-breakpoint
DROP VIEW stories;
--> statement-breakpoint
CREATE TABLE `drafts` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`user_id` text,
	`remote_id` text,
	`name` text NOT NULL,
	`size` integer NOT NULL,
	`modified` integer,
	`category_id` text,
	`fields` text NOT NULL,
	`edited` text NOT NULL,
	`notes` text NOT NULL,
	`lot` text NOT NULL,
	`upload_key` text,
	`file_hash` text,
	`failure` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`category_id`) REFERENCES `categories`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`file_hash`) REFERENCES `files`(`hash`) ON UPDATE no action ON DELETE restrict
);
--> statement-breakpoint
CREATE UNIQUE INDEX `drafts_id_unique` ON `drafts` (`id`);--> statement-breakpoint
CREATE INDEX `drafts_file` ON `drafts` (`file_hash`);--> statement-breakpoint
CREATE INDEX `drafts_upload` ON `drafts` (`upload_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `drafts_remote` ON `drafts` (`user_id`,`remote_id`);
--> statement-breakpoint
CREATE VIEW media AS SELECT * FROM media_rows WHERE deleted_at IS NULL;
--> statement-breakpoint
CREATE VIEW stories AS SELECT * FROM story_rows WHERE deleted_at IS NULL;