-- An item may be published from one moment until another. `shown_at` is the moment for which the
-- site was last made: what begins or ends after it is still to be dealt with.
ALTER TABLE `media` ADD `publish_from` integer;
--> statement-breakpoint
ALTER TABLE `media` ADD `publish_until` integer;
--> statement-breakpoint
ALTER TABLE `content_state` ADD `shown_at` integer;
--> statement-breakpoint
CREATE INDEX `media_publish_from` ON `media` (`publish_from`) WHERE `media`.`publish_from` is not null;
--> statement-breakpoint
CREATE INDEX `media_publish_until` ON `media` (`publish_until`) WHERE `media`.`publish_until` is not null;
--> statement-breakpoint
DROP TRIGGER media_updated;
--> statement-breakpoint
CREATE TRIGGER media_updated AFTER UPDATE OF slug, type, title, description, location, location_privacy, date, category_id, featured, status, alt, focus_x, focus_y, file_hash, previous_file_hash, created_at, publish_from, publish_until ON media BEGIN
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
