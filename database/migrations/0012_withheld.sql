-- A text that holds a position withholds its item; an address that an item had in public is remembered.
ALTER TABLE `media` ADD `allowed_positions` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `media` ADD `withheld` integer DEFAULT false NOT NULL;
--> statement-breakpoint
DROP TRIGGER media_updated;
--> statement-breakpoint
CREATE TRIGGER media_updated AFTER UPDATE OF slug, type, title, description, location, location_privacy, date, category_id, featured, status, alt, focus_x, focus_y, file_hash, previous_file_hash, created_at, publish_from, publish_until, withheld ON media BEGIN
  UPDATE content_state SET revision = revision + 1, last_change_at = CAST(unixepoch('subsec') * 1000 AS INTEGER), first_change_at = coalesce(first_change_at, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  UPDATE media SET revision = (SELECT revision FROM content_state WHERE id = 1) WHERE seq = new.seq;
  UPDATE media SET link_revision = revision WHERE seq = new.seq
    AND (old.slug, old.type, old.title, old.location, old.location_privacy, old.date, old.alt, old.focus_x, old.focus_y, old.file_hash, old.previous_file_hash)
      IS NOT (new.slug, new.type, new.title, new.location, new.location_privacy, new.date, new.alt, new.focus_x, new.focus_y, new.file_hash, new.previous_file_hash);
  INSERT INTO removals (media_seq, slug, file_hash, kind, revision)
    SELECT old.seq, old.slug, old.file_hash, 'drafted', (SELECT revision FROM content_state WHERE id = 1)
    WHERE old.status = 'published' AND new.status <> 'published';
  INSERT INTO removals (media_seq, slug, file_hash, kind, revision)
    SELECT old.seq, old.slug, old.file_hash, 'place', (SELECT revision FROM content_state WHERE id = 1)
    WHERE old.status = 'published' AND old.location IS NOT NULL
      AND (old.location IS NOT new.location OR old.location_privacy <> new.location_privacy);
  INSERT INTO removals (media_seq, slug, file_hash, kind, revision)
    SELECT old.seq, old.slug, old.file_hash, 'address', (SELECT revision FROM content_state WHERE id = 1)
    WHERE old.slug <> new.slug AND old.first_published_at IS NOT NULL;
END;
