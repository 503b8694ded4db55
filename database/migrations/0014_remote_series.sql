DROP VIEW media;
--> statement-breakpoint
DROP VIEW stories;
--> statement-breakpoint
CREATE TABLE `remote_holds` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` text NOT NULL,
	`remote_id` text NOT NULL,
	`collection` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `remote_holds_photo` ON `remote_holds` (`user_id`,`remote_id`,`collection`);--> statement-breakpoint
CREATE INDEX `remote_holds_collection` ON `remote_holds` (`user_id`,`collection`);--> statement-breakpoint
CREATE TABLE `remote_series` (
	`user_id` text NOT NULL,
	`remote_id` text NOT NULL,
	`story_id` text NOT NULL,
	`title` text NOT NULL,
	`written` text DEFAULT '[]' NOT NULL,
	`photos` text DEFAULT '[]' NOT NULL,
	PRIMARY KEY(`user_id`, `remote_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `upload_keys` ADD `may_delete` integer DEFAULT false NOT NULL;
--> statement-breakpoint
CREATE VIEW media AS SELECT * FROM media_rows WHERE deleted_at IS NULL;
--> statement-breakpoint
CREATE VIEW stories AS SELECT * FROM story_rows WHERE deleted_at IS NULL;