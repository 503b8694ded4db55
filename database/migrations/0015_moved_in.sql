DROP VIEW media;
--> statement-breakpoint
DROP VIEW stories;
--> statement-breakpoint
CREATE TABLE `moved_addresses` (
	`path` text PRIMARY KEY NOT NULL,
	`moved_key` text NOT NULL,
	FOREIGN KEY (`moved_key`) REFERENCES `moved_in`(`key`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `moved_addresses_of` ON `moved_addresses` (`moved_key`);--> statement-breakpoint
CREATE TABLE `moved_in` (
	`key` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`subject_id` text NOT NULL,
	`wish` text NOT NULL,
	`waits` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `moved_in_subject` ON `moved_in` (`subject_id`);
--> statement-breakpoint
CREATE VIEW media AS SELECT * FROM media_rows WHERE deleted_at IS NULL;
--> statement-breakpoint
CREATE VIEW stories AS SELECT * FROM story_rows WHERE deleted_at IS NULL;