DROP TRIGGER categories_updated;
--> statement-breakpoint
DROP VIEW media;
--> statement-breakpoint
DROP VIEW stories;
--> statement-breakpoint
CREATE INDEX `species_own` ON `species` (`scientific_name`) WHERE "species"."own";
--> statement-breakpoint
CREATE VIEW media AS SELECT * FROM media_rows WHERE deleted_at IS NULL;
--> statement-breakpoint
CREATE VIEW stories AS SELECT * FROM story_rows WHERE deleted_at IS NULL;
--> statement-breakpoint
CREATE TRIGGER categories_updated AFTER UPDATE OF type, name, description, sort_order ON categories BEGIN
  UPDATE content_state SET revision = revision + 1, last_change_at = CAST(unixepoch('subsec') * 1000 AS INTEGER), first_change_at = coalesce(first_change_at, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  UPDATE categories SET revision = (SELECT revision FROM content_state WHERE id = 1) WHERE id = new.id;
  UPDATE media_rows SET revision = (SELECT revision FROM content_state WHERE id = 1) WHERE old.name <> new.name AND (category_id = new.id OR seq IN (SELECT media_seq FROM media_tags WHERE tag_id = new.id));
  UPDATE media_rows SET revision = (SELECT revision FROM content_state WHERE id = 1) WHERE old.description IS NOT new.description AND guard IS NOT NULL AND seq IN (SELECT media_seq FROM media_tags WHERE tag_id = new.id);
END;