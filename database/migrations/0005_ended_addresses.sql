DROP TRIGGER stories_updated;
--> statement-breakpoint
DROP TRIGGER media_deleted;
--> statement-breakpoint
DROP TRIGGER media_updated;
--> statement-breakpoint
CREATE TABLE `deleted_items` (
	`seq` integer PRIMARY KEY NOT NULL,
	`revision` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `ended_addresses` (
	`slug` text PRIMARY KEY NOT NULL,
	`ending` text NOT NULL,
	`revision` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `ended_addresses_ending` ON `ended_addresses` (`ending`);--> statement-breakpoint
CREATE TABLE `redirects` (
	`path` text PRIMARY KEY NOT NULL,
	`target` text NOT NULL,
	CONSTRAINT "redirects_target" CHECK("redirects"."target" = '/' OR "redirects"."target" GLOB '/[^/\]*')
);
--> statement-breakpoint
INSERT INTO `ended_addresses` (`slug`, `ending`, `revision`) SELECT `slug`, substr(`slug`, -4), max(`revision`) FROM `removals` WHERE `kind` = 'address' GROUP BY `slug`;
--> statement-breakpoint
INSERT INTO `deleted_items` (`seq`, `revision`) SELECT `media_seq`, max(`revision`) FROM `removals` WHERE `kind` = 'deleted' GROUP BY `media_seq`;
--> statement-breakpoint
-- may-drop-rows: removals
DROP TABLE `removals`;
--> statement-breakpoint
CREATE TRIGGER media_updated AFTER UPDATE OF slug, type, title, description, location, location_privacy, date, category_id, featured, status, publish_from, publish_until, alt, focus_x, focus_y, hero, cover, file_hash, previous_file_hash, created_at, withheld, guard, guard_order ON media BEGIN
  UPDATE content_state SET revision = revision + 1, last_change_at = CAST(unixepoch('subsec') * 1000 AS INTEGER), first_change_at = coalesce(first_change_at, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  UPDATE media SET revision = (SELECT revision FROM content_state WHERE id = 1) WHERE seq = new.seq;
  UPDATE media SET hero = 0, revision = (SELECT revision FROM content_state WHERE id = 1) WHERE new.hero AND NOT old.hero AND hero AND seq <> new.seq;
  UPDATE media SET cover = 0 WHERE old.cover AND old.category_id <> new.category_id AND seq = new.seq;
  UPDATE media SET cover = 0, revision = (SELECT revision FROM content_state WHERE id = 1) WHERE new.cover AND NOT old.cover AND cover AND category_id = new.category_id AND seq <> new.seq;
  INSERT OR REPLACE INTO ended_addresses (slug, ending, revision) SELECT old.slug, substr(old.slug, -4), (SELECT revision FROM content_state WHERE id = 1) WHERE old.slug <> new.slug AND old.first_published_at IS NOT NULL;
END;
--> statement-breakpoint
CREATE TRIGGER media_deleted AFTER DELETE ON media BEGIN
  UPDATE content_state SET revision = revision + 1, last_change_at = CAST(unixepoch('subsec') * 1000 AS INTEGER), first_change_at = coalesce(first_change_at, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  INSERT OR REPLACE INTO deleted_items (seq, revision) VALUES (old.seq, (SELECT revision FROM content_state WHERE id = 1));
END;
--> statement-breakpoint
CREATE TRIGGER stories_updated AFTER UPDATE OF slug, title, date, body, cover, status, publish_from, publish_until, withheld, deleted_at ON stories BEGIN
  UPDATE content_state SET revision = revision + 1, last_change_at = CAST(unixepoch('subsec') * 1000 AS INTEGER), first_change_at = coalesce(first_change_at, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  UPDATE stories SET revision = (SELECT revision FROM content_state WHERE id = 1) WHERE id = new.id;
  INSERT OR REPLACE INTO ended_addresses (slug, ending, revision) SELECT old.slug, substr(old.slug, -4), (SELECT revision FROM content_state WHERE id = 1) WHERE old.slug <> new.slug AND old.first_published_at IS NOT NULL;
END;