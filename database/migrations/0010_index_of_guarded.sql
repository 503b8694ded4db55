DROP VIEW media;
--> statement-breakpoint
DROP VIEW stories;
--> statement-breakpoint
CREATE INDEX `media_guarded` ON `media_rows` (`category_id`) WHERE "media_rows"."guard" is not null;
--> statement-breakpoint
CREATE VIEW media AS SELECT * FROM media_rows WHERE deleted_at IS NULL;
--> statement-breakpoint
CREATE VIEW stories AS SELECT * FROM story_rows WHERE deleted_at IS NULL;