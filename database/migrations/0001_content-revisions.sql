-- Content revisions: every change of what the public may see takes the next number of content_state
-- and stamps it on the rows it touches, in the transaction of the change itself. Recursive triggers are
-- off (the default of SQLite), so a stamp does not fire a trigger again.
-- One trigger per table and event: SQLite promises no order between several.
INSERT INTO content_state (id) VALUES (1);
--> statement-breakpoint
INSERT INTO settings (id) VALUES (1);
--> statement-breakpoint
CREATE TRIGGER media_inserted AFTER INSERT ON media BEGIN
  UPDATE content_state SET revision = revision + 1, last_change_at = CAST(unixepoch('subsec') * 1000 AS INTEGER), first_change_at = coalesce(first_change_at, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  UPDATE media SET revision = (SELECT revision FROM content_state WHERE id = 1) WHERE seq = new.seq;
END;
--> statement-breakpoint
CREATE TRIGGER media_updated AFTER UPDATE OF slug, type, title, description, location, location_privacy, date, category_id, featured, status, alt, focus_x, focus_y, file_hash, previous_file_hash, created_at ON media BEGIN
  UPDATE content_state SET revision = revision + 1, last_change_at = CAST(unixepoch('subsec') * 1000 AS INTEGER), first_change_at = coalesce(first_change_at, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  UPDATE media SET revision = (SELECT revision FROM content_state WHERE id = 1) WHERE seq = new.seq;
  INSERT INTO removals (media_seq, slug, file_hash, kind, revision)
    SELECT old.seq, old.slug, old.file_hash, 'drafted', (SELECT revision FROM content_state WHERE id = 1)
    WHERE old.status = 'published' AND new.status <> 'published';
  INSERT INTO removals (media_seq, slug, file_hash, kind, revision)
    SELECT old.seq, old.slug, old.file_hash, 'place', (SELECT revision FROM content_state WHERE id = 1)
    WHERE old.status = 'published' AND old.location IS NOT NULL
      AND (old.location IS NOT new.location OR old.location_privacy <> new.location_privacy);
END;
--> statement-breakpoint
CREATE TRIGGER media_deleted AFTER DELETE ON media BEGIN
  UPDATE content_state SET revision = revision + 1, last_change_at = CAST(unixepoch('subsec') * 1000 AS INTEGER), first_change_at = coalesce(first_change_at, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  INSERT INTO removals (media_seq, slug, file_hash, kind, revision) VALUES (old.seq, old.slug, old.file_hash, 'deleted', (SELECT revision FROM content_state WHERE id = 1));
END;
--> statement-breakpoint
CREATE TRIGGER media_tagged AFTER INSERT ON media_tags BEGIN
  UPDATE content_state SET revision = revision + 1, last_change_at = CAST(unixepoch('subsec') * 1000 AS INTEGER), first_change_at = coalesce(first_change_at, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  UPDATE media SET revision = (SELECT revision FROM content_state WHERE id = 1) WHERE seq = new.media_seq;
END;
--> statement-breakpoint
CREATE TRIGGER media_untagged AFTER DELETE ON media_tags BEGIN
  UPDATE content_state SET revision = revision + 1, last_change_at = CAST(unixepoch('subsec') * 1000 AS INTEGER), first_change_at = coalesce(first_change_at, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  UPDATE media SET revision = (SELECT revision FROM content_state WHERE id = 1) WHERE seq = old.media_seq;
END;
--> statement-breakpoint
CREATE TRIGGER categories_inserted AFTER INSERT ON categories BEGIN
  UPDATE content_state SET revision = revision + 1, last_change_at = CAST(unixepoch('subsec') * 1000 AS INTEGER), first_change_at = coalesce(first_change_at, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  UPDATE categories SET revision = (SELECT revision FROM content_state WHERE id = 1) WHERE id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER categories_updated AFTER UPDATE OF name, type, description, sort_order ON categories BEGIN
  UPDATE content_state SET revision = revision + 1, last_change_at = CAST(unixepoch('subsec') * 1000 AS INTEGER), first_change_at = coalesce(first_change_at, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  UPDATE categories SET revision = (SELECT revision FROM content_state WHERE id = 1) WHERE id = new.id;
  UPDATE media SET revision = (SELECT revision FROM content_state WHERE id = 1)
    WHERE old.name <> new.name
      AND (category_id = new.id OR seq IN (SELECT media_seq FROM media_tags WHERE tag_id = new.id));
END;
--> statement-breakpoint
CREATE TRIGGER categories_deleted AFTER DELETE ON categories BEGIN
  UPDATE content_state SET revision = revision + 1, last_change_at = CAST(unixepoch('subsec') * 1000 AS INTEGER), first_change_at = coalesce(first_change_at, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER settings_updated AFTER UPDATE OF google_analytics_id, profile ON settings BEGIN
  UPDATE content_state SET revision = revision + 1, last_change_at = CAST(unixepoch('subsec') * 1000 AS INTEGER), first_change_at = coalesce(first_change_at, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  UPDATE settings SET revision = (SELECT revision FROM content_state WHERE id = 1) WHERE id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER files_ready AFTER UPDATE OF processing, renditions, placeholder, color, camera, width, height, duration ON files WHEN new.processing = 'ready' BEGIN
  UPDATE content_state SET revision = revision + 1, last_change_at = CAST(unixepoch('subsec') * 1000 AS INTEGER), first_change_at = coalesce(first_change_at, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  UPDATE media SET revision = (SELECT revision FROM content_state WHERE id = 1) WHERE file_hash = new.hash OR previous_file_hash = new.hash;
END;
--> statement-breakpoint
INSERT INTO categories (id, type, name, sort_order) VALUES ('landscape', 'category', 'landscape', 1);
--> statement-breakpoint
INSERT INTO categories (id, type, name, sort_order) VALUES ('fauna', 'category', 'fauna', 2);
--> statement-breakpoint
INSERT INTO categories (id, type, name, sort_order) VALUES ('macro', 'category', 'macro', 3);
--> statement-breakpoint
INSERT INTO categories (id, type, name, sort_order) VALUES ('drone', 'category', 'drone', 4);
