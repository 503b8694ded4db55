DROP TRIGGER media_updated;
--> statement-breakpoint
DROP TRIGGER media_deleted;
--> statement-breakpoint
CREATE TABLE `confirmed_texts` (
	`subject` text NOT NULL,
	`hash` text NOT NULL,
	`at` integer NOT NULL,
	`by` text NOT NULL,
	PRIMARY KEY(`subject`, `hash`)
);
--> statement-breakpoint
ALTER TABLE `media` ADD `guard_area` text;--> statement-breakpoint
ALTER TABLE `media` ADD `not_shown` text DEFAULT '[]' NOT NULL;
--> statement-breakpoint
CREATE TRIGGER media_updated AFTER UPDATE OF slug, type, title, description, location, location_privacy, date, category_id, featured, status, publish_from, publish_until, alt, focus_x, focus_y, hero, cover, file_hash, previous_file_hash, created_at, withheld, guard, guard_area, guard_order ON media BEGIN
  UPDATE content_state SET revision = revision + 1, last_change_at = CAST(unixepoch('subsec') * 1000 AS INTEGER), first_change_at = coalesce(first_change_at, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  UPDATE media SET revision = (SELECT revision FROM content_state WHERE id = 1) WHERE seq = new.seq;
  UPDATE media SET hero = 0, revision = (SELECT revision FROM content_state WHERE id = 1) WHERE new.hero AND NOT old.hero AND hero AND seq <> new.seq;
  UPDATE media SET cover = 0 WHERE old.cover AND old.category_id <> new.category_id AND seq = new.seq;
  UPDATE media SET cover = 0, revision = (SELECT revision FROM content_state WHERE id = 1) WHERE new.cover AND NOT old.cover AND cover AND category_id = new.category_id AND seq <> new.seq;
  INSERT OR REPLACE INTO ended_addresses (slug, ending, revision) SELECT old.slug, substr(old.slug, -4), (SELECT revision FROM content_state WHERE id = 1) WHERE old.slug <> new.slug AND old.first_published_at IS NOT NULL;
  UPDATE media SET guard_area = NULL WHERE seq = new.seq AND old.location IS NOT new.location AND old.guard_area IS new.guard_area;
END;
--> statement-breakpoint
CREATE TRIGGER media_deleted AFTER DELETE ON media BEGIN
  UPDATE content_state SET revision = revision + 1, last_change_at = CAST(unixepoch('subsec') * 1000 AS INTEGER), first_change_at = coalesce(first_change_at, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  INSERT OR REPLACE INTO deleted_items (seq, revision) VALUES (old.seq, (SELECT revision FROM content_state WHERE id = 1));
  UPDATE stories SET revision = (SELECT revision FROM content_state WHERE id = 1) WHERE old.guard IS NOT NULL AND (cover = old.id OR instr(body, old.id) OR instr(body, '/' || old.slug));
END;
--> statement-breakpoint
CREATE TRIGGER text_confirmed AFTER INSERT ON confirmed_texts BEGIN
  UPDATE content_state SET revision = revision + 1, last_change_at = CAST(unixepoch('subsec') * 1000 AS INTEGER), first_change_at = coalesce(first_change_at, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  UPDATE media SET revision = (SELECT revision FROM content_state WHERE id = 1) WHERE id = new.subject OR (new.subject = 'shared' AND (guard IS NOT NULL OR seq IN (SELECT media_seq FROM media_species JOIN species USING (scientific_name) WHERE own)));
  UPDATE stories SET revision = (SELECT revision FROM content_state WHERE id = 1) WHERE id = new.subject;
END;
--> statement-breakpoint
CREATE TRIGGER text_unconfirmed AFTER DELETE ON confirmed_texts BEGIN
  UPDATE content_state SET revision = revision + 1, last_change_at = CAST(unixepoch('subsec') * 1000 AS INTEGER), first_change_at = coalesce(first_change_at, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  UPDATE media SET revision = (SELECT revision FROM content_state WHERE id = 1) WHERE id = old.subject OR (old.subject = 'shared' AND (guard IS NOT NULL OR seq IN (SELECT media_seq FROM media_species JOIN species USING (scientific_name) WHERE own)));
  UPDATE stories SET revision = (SELECT revision FROM content_state WHERE id = 1) WHERE id = old.subject;
END;