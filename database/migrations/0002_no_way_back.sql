DROP TRIGGER media_updated;
--> statement-breakpoint
DROP TRIGGER media_deleted;
--> statement-breakpoint
UPDATE `content_state` SET `retry_at` = CAST(unixepoch('subsec') * 1000 AS INTEGER) WHERE `held_revision` IS NOT NULL OR `restore_id` IS NOT NULL;
--> statement-breakpoint
UPDATE `releases` SET `state` = 'gone' WHERE `state` = 'kept';
--> statement-breakpoint
-- may-drop-rows: removals
DELETE FROM `removals` WHERE `kind` NOT IN ('deleted', 'address');
--> statement-breakpoint
ALTER TABLE `content_state` DROP COLUMN `held_revision`;--> statement-breakpoint
ALTER TABLE `content_state` DROP COLUMN `restore_id`;--> statement-breakpoint
ALTER TABLE `content_state` DROP COLUMN `restore_error`;--> statement-breakpoint
ALTER TABLE `removals` DROP COLUMN `file_hash`;
--> statement-breakpoint
CREATE TRIGGER media_updated AFTER UPDATE OF slug, type, title, description, location, location_privacy, date, category_id, featured, status, publish_from, publish_until, alt, focus_x, focus_y, hero, cover, file_hash, previous_file_hash, created_at, withheld, guard, guard_order ON media BEGIN
  UPDATE content_state SET revision = revision + 1, last_change_at = CAST(unixepoch('subsec') * 1000 AS INTEGER), first_change_at = coalesce(first_change_at, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  UPDATE media SET revision = (SELECT revision FROM content_state WHERE id = 1) WHERE seq = new.seq;
  UPDATE media SET link_revision = revision WHERE seq = new.seq AND (old.slug, old.type, old.title, old.location, old.location_privacy, old.date, old.alt, old.focus_x, old.focus_y, old.file_hash, old.previous_file_hash, old.guard, old.guard_order) IS NOT (new.slug, new.type, new.title, new.location, new.location_privacy, new.date, new.alt, new.focus_x, new.focus_y, new.file_hash, new.previous_file_hash, new.guard, new.guard_order);
  UPDATE media SET hero = 0, revision = (SELECT revision FROM content_state WHERE id = 1) WHERE new.hero AND NOT old.hero AND hero AND seq <> new.seq;
  UPDATE media SET cover = 0 WHERE old.cover AND old.category_id <> new.category_id AND seq = new.seq;
  UPDATE media SET cover = 0, revision = (SELECT revision FROM content_state WHERE id = 1) WHERE new.cover AND NOT old.cover AND cover AND category_id = new.category_id AND seq <> new.seq;
  INSERT INTO removals (media_seq, slug, kind, revision) SELECT old.seq, old.slug, 'address', (SELECT revision FROM content_state WHERE id = 1) WHERE old.slug <> new.slug AND old.first_published_at IS NOT NULL;
END;
--> statement-breakpoint
CREATE TRIGGER media_deleted AFTER DELETE ON media BEGIN
  UPDATE content_state SET revision = revision + 1, last_change_at = CAST(unixepoch('subsec') * 1000 AS INTEGER), first_change_at = coalesce(first_change_at, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  INSERT INTO removals (media_seq, slug, kind, revision) SELECT old.seq, old.slug, 'deleted', (SELECT revision FROM content_state WHERE id = 1);
END;