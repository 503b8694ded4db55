DROP TRIGGER media_inserted;
--> statement-breakpoint
DROP TRIGGER files_ready;
--> statement-breakpoint
DROP TRIGGER media_updated;
--> statement-breakpoint
ALTER TABLE `content_state` ADD `epoch` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `content_state` ADD `rules` text;--> statement-breakpoint
ALTER TABLE `media` DROP COLUMN `link_revision`;
--> statement-breakpoint
CREATE TRIGGER media_inserted AFTER INSERT ON media BEGIN
  UPDATE content_state SET revision = revision + 1, last_change_at = CAST(unixepoch('subsec') * 1000 AS INTEGER), first_change_at = coalesce(first_change_at, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  UPDATE media SET revision = (SELECT revision FROM content_state WHERE id = 1) WHERE seq = new.seq;
END;
--> statement-breakpoint
CREATE TRIGGER media_updated AFTER UPDATE OF slug, type, title, description, location, location_privacy, date, category_id, featured, status, publish_from, publish_until, alt, focus_x, focus_y, hero, cover, file_hash, previous_file_hash, created_at, withheld, guard, guard_order ON media BEGIN
  UPDATE content_state SET revision = revision + 1, last_change_at = CAST(unixepoch('subsec') * 1000 AS INTEGER), first_change_at = coalesce(first_change_at, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  UPDATE media SET revision = (SELECT revision FROM content_state WHERE id = 1) WHERE seq = new.seq;
  UPDATE media SET hero = 0, revision = (SELECT revision FROM content_state WHERE id = 1) WHERE new.hero AND NOT old.hero AND hero AND seq <> new.seq;
  UPDATE media SET cover = 0 WHERE old.cover AND old.category_id <> new.category_id AND seq = new.seq;
  UPDATE media SET cover = 0, revision = (SELECT revision FROM content_state WHERE id = 1) WHERE new.cover AND NOT old.cover AND cover AND category_id = new.category_id AND seq <> new.seq;
  INSERT INTO removals (media_seq, slug, kind, revision) SELECT old.seq, old.slug, 'address', (SELECT revision FROM content_state WHERE id = 1) WHERE old.slug <> new.slug AND old.first_published_at IS NOT NULL;
END;
--> statement-breakpoint
CREATE TRIGGER files_ready AFTER UPDATE OF width, height, duration, placeholder, color, camera, renditions, processing ON files WHEN new.processing = 'ready' BEGIN
  UPDATE content_state SET revision = revision + 1, last_change_at = CAST(unixepoch('subsec') * 1000 AS INTEGER), first_change_at = coalesce(first_change_at, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  UPDATE media SET revision = (SELECT revision FROM content_state WHERE id = 1) WHERE file_hash = new.hash OR previous_file_hash = new.hash;
END;
--> statement-breakpoint
UPDATE content_state SET epoch = lower(hex(randomblob(16)));
