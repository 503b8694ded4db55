DROP TRIGGER media_tagged;
--> statement-breakpoint
DROP TRIGGER media_untagged;
--> statement-breakpoint
DROP TRIGGER media_species_added;
--> statement-breakpoint
DROP TRIGGER media_species_changed;
--> statement-breakpoint
DROP TRIGGER media_species_removed;
--> statement-breakpoint
DROP TRIGGER species_changed;
--> statement-breakpoint
DROP TRIGGER stories_inserted;
--> statement-breakpoint
DROP TRIGGER stories_deleted;
--> statement-breakpoint
DROP TRIGGER categories_updated;
--> statement-breakpoint
DROP TRIGGER media_inserted;
--> statement-breakpoint
DROP TRIGGER files_ready;
--> statement-breakpoint
DROP TRIGGER media_updated;
--> statement-breakpoint
DROP TRIGGER media_deleted;
--> statement-breakpoint
DROP TRIGGER stories_updated;
--> statement-breakpoint
-- The trash is a column of the items: rows that waited as JSON come back with it (decision 112).
-- may-drop-rows: media
-- may-drop-rows: stories
-- may-drop-rows: trash
-- may-drop-rows: bulk_edits
ALTER TABLE `media` RENAME TO `media_rows`;--> statement-breakpoint
ALTER TABLE `stories` RENAME TO `story_rows`;--> statement-breakpoint
ALTER TABLE `media_rows` ADD `deleted_at` integer;--> statement-breakpoint
ALTER TABLE `media_rows` ADD `deleted_by` text;--> statement-breakpoint
CREATE INDEX `media_deleted` ON `media_rows` (`deleted_at`) WHERE "media_rows"."deleted_at" is not null;--> statement-breakpoint
-- Columns that were newer than a row take their defaults; so does what another item has taken since.
INSERT INTO media_rows (seq, id, slug, type, title, description, location, location_privacy, exact_chosen, date,
  category_id, featured, status, publish_from, publish_until, alt, focus_x, focus_y, hero, cover, original_name,
  file_hash, first_published_at, created_at, updated_at, revision, allowed_positions, withheld, deleted_at, deleted_by)
SELECT row ->> 'seq', id, slug, row ->> 'type', row ->> 'title', row ->> 'description', row ->> 'location',
  row ->> 'locationPrivacy', coalesce(row ->> 'exactChosen', 0), row ->> 'date', category_id,
  coalesce(row ->> 'featured', 0), row ->> 'status', row ->> 'publishFrom', row ->> 'publishUntil', row ->> 'alt',
  coalesce(row ->> 'focusX', 0.5), coalesce(row ->> 'focusY', 0.5),
  coalesce(row ->> 'hero', 0) AND NOT EXISTS (SELECT 1 FROM media_rows WHERE hero),
  coalesce(row ->> 'cover', 0)
    AND NOT EXISTS (SELECT 1 FROM media_rows m WHERE m.cover AND m.category_id = trash.category_id),
  row ->> 'originalName', file_hash, row ->> 'firstPublishedAt', row ->> 'createdAt', row ->> 'updatedAt',
  coalesce(row ->> 'revision', 0), coalesce(row -> 'allowedPositions', '[]'), coalesce(row ->> 'withheld', 0),
  deleted_at, deleted_by
FROM trash;--> statement-breakpoint
INSERT INTO media_tags (media_seq, tag_id)
SELECT DISTINCT row ->> 'seq', value FROM trash, json_each(tag_ids) WHERE value IN (SELECT id FROM categories);--> statement-breakpoint
INSERT OR IGNORE INTO media_species (media_seq, scientific_name, position, kind, life_stage, nest)
SELECT row ->> 'seq', value ->> 'scientificName', value ->> 'position', coalesce(value ->> 'kind', 'wild'),
  value ->> 'lifeStage', coalesce(value ->> 'nest', 0)
FROM trash, json_each(species) WHERE value ->> 'scientificName' IN (SELECT scientific_name FROM species);--> statement-breakpoint
DROP TABLE `bulk_edits`;--> statement-breakpoint
DROP TABLE `trash`;--> statement-breakpoint
CREATE TABLE `changes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`actor_id` text,
	`actor` text NOT NULL,
	`undoes` integer,
	`open` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `changes_open` ON `changes` (`open`) WHERE "changes"."open" = 1;--> statement-breakpoint
CREATE INDEX `changes_undoes` ON `changes` (`undoes`) WHERE "changes"."undoes" is not null;--> statement-breakpoint
CREATE TABLE `history` (
	`change_id` integer NOT NULL,
	`entity` text NOT NULL,
	`id` text NOT NULL,
	`before` text,
	`file_hash` text,
	PRIMARY KEY(`change_id`, `entity`, `id`),
	FOREIGN KEY (`change_id`) REFERENCES `changes`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `history_thing` ON `history` (`entity`,`id`,`change_id`);--> statement-breakpoint
CREATE INDEX `history_file` ON `history` (`file_hash`) WHERE "history"."file_hash" is not null;--> statement-breakpoint
ALTER TABLE `audit_log` ADD `change_id` integer;--> statement-breakpoint
CREATE INDEX `audit_log_change` ON `audit_log` (`change_id`);--> statement-breakpoint
ALTER TABLE `releases` DROP COLUMN `changes`;
--> statement-breakpoint
CREATE VIEW media AS SELECT * FROM media_rows WHERE deleted_at IS NULL;
--> statement-breakpoint
CREATE VIEW stories AS SELECT * FROM story_rows WHERE deleted_at IS NULL;
--> statement-breakpoint
CREATE TRIGGER media_inserted AFTER INSERT ON media_rows BEGIN
  UPDATE content_state SET revision = revision + 1, last_change_at = CAST(unixepoch('subsec') * 1000 AS INTEGER), first_change_at = coalesce(first_change_at, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  UPDATE media_rows SET revision = (SELECT revision FROM content_state WHERE id = 1) WHERE seq = new.seq;
END;
--> statement-breakpoint
CREATE TRIGGER media_updated AFTER UPDATE OF slug, type, title, description, location, location_privacy, date, category_id, featured, status, publish_from, publish_until, alt, focus_x, focus_y, hero, cover, file_hash, previous_file_hash, created_at, withheld, guard, guard_order, deleted_at ON media_rows BEGIN
  UPDATE content_state SET revision = revision + 1, last_change_at = CAST(unixepoch('subsec') * 1000 AS INTEGER), first_change_at = coalesce(first_change_at, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  UPDATE media_rows SET revision = (SELECT revision FROM content_state WHERE id = 1) WHERE seq = new.seq;
  UPDATE media_rows SET hero = 0, revision = (SELECT revision FROM content_state WHERE id = 1) WHERE new.hero AND NOT old.hero AND hero AND seq <> new.seq;
  UPDATE media_rows SET cover = 0 WHERE old.cover AND old.category_id <> new.category_id AND seq = new.seq;
  UPDATE media_rows SET cover = 0, revision = (SELECT revision FROM content_state WHERE id = 1) WHERE new.cover AND NOT old.cover AND cover AND category_id = new.category_id AND seq <> new.seq;
  INSERT OR REPLACE INTO ended_addresses (slug, ending, revision) SELECT old.slug, substr(old.slug, -4), (SELECT revision FROM content_state WHERE id = 1) WHERE old.slug <> new.slug AND old.first_published_at IS NOT NULL;
END;
--> statement-breakpoint
CREATE TRIGGER media_deleted AFTER DELETE ON media_rows BEGIN
  UPDATE content_state SET revision = revision + 1, last_change_at = CAST(unixepoch('subsec') * 1000 AS INTEGER), first_change_at = coalesce(first_change_at, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  INSERT OR REPLACE INTO deleted_items (seq, revision) VALUES (old.seq, (SELECT revision FROM content_state WHERE id = 1));
END;
--> statement-breakpoint
CREATE TRIGGER media_tagged AFTER INSERT ON media_tags BEGIN
  UPDATE content_state SET revision = revision + 1, last_change_at = CAST(unixepoch('subsec') * 1000 AS INTEGER), first_change_at = coalesce(first_change_at, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  UPDATE media_rows SET revision = (SELECT revision FROM content_state WHERE id = 1) WHERE seq = new.media_seq;
END;
--> statement-breakpoint
CREATE TRIGGER media_untagged AFTER DELETE ON media_tags BEGIN
  UPDATE content_state SET revision = revision + 1, last_change_at = CAST(unixepoch('subsec') * 1000 AS INTEGER), first_change_at = coalesce(first_change_at, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  UPDATE media_rows SET revision = (SELECT revision FROM content_state WHERE id = 1) WHERE seq = old.media_seq;
END;
--> statement-breakpoint
CREATE TRIGGER media_species_added AFTER INSERT ON media_species BEGIN
  UPDATE content_state SET revision = revision + 1, last_change_at = CAST(unixepoch('subsec') * 1000 AS INTEGER), first_change_at = coalesce(first_change_at, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  UPDATE media_rows SET revision = (SELECT revision FROM content_state WHERE id = 1) WHERE seq = new.media_seq;
END;
--> statement-breakpoint
CREATE TRIGGER media_species_changed AFTER UPDATE ON media_species BEGIN
  UPDATE content_state SET revision = revision + 1, last_change_at = CAST(unixepoch('subsec') * 1000 AS INTEGER), first_change_at = coalesce(first_change_at, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  UPDATE media_rows SET revision = (SELECT revision FROM content_state WHERE id = 1) WHERE seq = new.media_seq;
END;
--> statement-breakpoint
CREATE TRIGGER media_species_removed AFTER DELETE ON media_species BEGIN
  UPDATE content_state SET revision = revision + 1, last_change_at = CAST(unixepoch('subsec') * 1000 AS INTEGER), first_change_at = coalesce(first_change_at, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  UPDATE media_rows SET revision = (SELECT revision FROM content_state WHERE id = 1) WHERE seq = old.media_seq;
END;
--> statement-breakpoint
CREATE TRIGGER species_changed AFTER UPDATE OF scientific_name, dutch_name, group_name ON species BEGIN
  UPDATE content_state SET revision = revision + 1, last_change_at = CAST(unixepoch('subsec') * 1000 AS INTEGER), first_change_at = coalesce(first_change_at, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  UPDATE media_rows SET revision = (SELECT revision FROM content_state WHERE id = 1) WHERE seq IN (SELECT media_seq FROM media_species WHERE scientific_name = new.scientific_name);
END;
--> statement-breakpoint
CREATE TRIGGER stories_inserted AFTER INSERT ON story_rows BEGIN
  UPDATE content_state SET revision = revision + 1, last_change_at = CAST(unixepoch('subsec') * 1000 AS INTEGER), first_change_at = coalesce(first_change_at, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  UPDATE story_rows SET revision = (SELECT revision FROM content_state WHERE id = 1) WHERE id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER stories_updated AFTER UPDATE OF slug, title, date, body, cover, status, publish_from, publish_until, withheld, deleted_at ON story_rows BEGIN
  UPDATE content_state SET revision = revision + 1, last_change_at = CAST(unixepoch('subsec') * 1000 AS INTEGER), first_change_at = coalesce(first_change_at, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  UPDATE story_rows SET revision = (SELECT revision FROM content_state WHERE id = 1) WHERE id = new.id;
  INSERT OR REPLACE INTO ended_addresses (slug, ending, revision) SELECT old.slug, substr(old.slug, -4), (SELECT revision FROM content_state WHERE id = 1) WHERE old.slug <> new.slug AND old.first_published_at IS NOT NULL;
END;
--> statement-breakpoint
CREATE TRIGGER stories_deleted AFTER DELETE ON story_rows WHEN old.deleted_at IS NULL BEGIN
  UPDATE content_state SET revision = revision + 1, last_change_at = CAST(unixepoch('subsec') * 1000 AS INTEGER), first_change_at = coalesce(first_change_at, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER categories_updated AFTER UPDATE OF type, name, description, sort_order ON categories BEGIN
  UPDATE content_state SET revision = revision + 1, last_change_at = CAST(unixepoch('subsec') * 1000 AS INTEGER), first_change_at = coalesce(first_change_at, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  UPDATE categories SET revision = (SELECT revision FROM content_state WHERE id = 1) WHERE id = new.id;
  UPDATE media_rows SET revision = (SELECT revision FROM content_state WHERE id = 1) WHERE old.name <> new.name AND (category_id = new.id OR seq IN (SELECT media_seq FROM media_tags WHERE tag_id = new.id));
END;
--> statement-breakpoint
CREATE TRIGGER files_ready AFTER UPDATE OF width, height, duration, placeholder, color, camera, renditions, processing ON files WHEN new.processing = 'ready' BEGIN
  UPDATE content_state SET revision = revision + 1, last_change_at = CAST(unixepoch('subsec') * 1000 AS INTEGER), first_change_at = coalesce(first_change_at, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  UPDATE media_rows SET revision = (SELECT revision FROM content_state WHERE id = 1) WHERE file_hash = new.hash OR previous_file_hash = new.hash;
END;
--> statement-breakpoint
CREATE TRIGGER media_rows_adding BEFORE INSERT ON media_rows BEGIN
  INSERT INTO history (change_id, entity, id) SELECT (SELECT id FROM changes WHERE open = 1), 'media', new.id WHERE NOT EXISTS (SELECT 1 FROM media_rows WHERE id = new.id) AND NOT EXISTS (SELECT 1 FROM history WHERE change_id = (SELECT id FROM changes WHERE open = 1) AND entity = 'media' AND id = new.id);
END;
--> statement-breakpoint
CREATE TRIGGER media_rows_changing BEFORE UPDATE OF slug, title, description, location, location_privacy, exact_chosen, date, category_id, featured, status, publish_from, publish_until, alt, focus_x, focus_y, hero, cover, original_name, file_hash, allowed_positions, deleted_at, deleted_by ON media_rows BEGIN
  INSERT INTO history (change_id, entity, id, before, file_hash) SELECT (SELECT id FROM changes WHERE open = 1), 'media', r.id, json_object('slug', r.slug, 'title', r.title, 'description', r.description, 'location', r.location, 'locationPrivacy', r.location_privacy, 'exactChosen', r.exact_chosen, 'date', r.date, 'categoryId', r.category_id, 'featured', r.featured, 'status', r.status, 'publishFrom', r.publish_from, 'publishUntil', r.publish_until, 'alt', r.alt, 'focusX', r.focus_x, 'focusY', r.focus_y, 'hero', r.hero, 'cover', r.cover, 'originalName', r.original_name, 'fileHash', r.file_hash, 'allowedPositions', r.allowed_positions, 'deletedAt', r.deleted_at, 'deletedBy', r.deleted_by, 'tagIds', json((SELECT json_group_array(tag_id) FROM media_tags WHERE media_seq = r.seq)), 'species', json((SELECT json_group_array(json_object('scientificName', s.scientific_name, 'position', s.position, 'kind', s.kind, 'lifeStage', s.life_stage, 'nest', s.nest)) FROM (SELECT * FROM media_species WHERE media_seq = r.seq ORDER BY position) s))), r.file_hash FROM media_rows r WHERE r.id = old.id AND NOT EXISTS (SELECT 1 FROM history WHERE change_id = (SELECT id FROM changes WHERE open = 1) AND entity = 'media' AND id = r.id);
END;
--> statement-breakpoint
CREATE TRIGGER media_rows_removing BEFORE DELETE ON media_rows BEGIN
  DELETE FROM history WHERE entity = 'media' AND id = old.id;
END;
--> statement-breakpoint
CREATE TRIGGER categories_adding BEFORE INSERT ON categories BEGIN
  INSERT INTO history (change_id, entity, id) SELECT (SELECT id FROM changes WHERE open = 1), 'category', new.id WHERE NOT EXISTS (SELECT 1 FROM categories WHERE id = new.id) AND NOT EXISTS (SELECT 1 FROM history WHERE change_id = (SELECT id FROM changes WHERE open = 1) AND entity = 'category' AND id = new.id);
END;
--> statement-breakpoint
CREATE TRIGGER categories_changing BEFORE UPDATE OF type, name, description, sort_order ON categories BEGIN
  INSERT INTO history (change_id, entity, id, before, file_hash) SELECT (SELECT id FROM changes WHERE open = 1), 'category', r.id, json_object('type', r.type, 'name', r.name, 'description', r.description, 'sortOrder', r.sort_order), NULL FROM categories r WHERE r.id = old.id AND NOT EXISTS (SELECT 1 FROM history WHERE change_id = (SELECT id FROM changes WHERE open = 1) AND entity = 'category' AND id = r.id);
END;
--> statement-breakpoint
CREATE TRIGGER categories_removing BEFORE DELETE ON categories BEGIN
  INSERT INTO history (change_id, entity, id, before, file_hash) SELECT (SELECT id FROM changes WHERE open = 1), 'category', r.id, json_object('type', r.type, 'name', r.name, 'description', r.description, 'sortOrder', r.sort_order), NULL FROM categories r WHERE r.id = old.id AND NOT EXISTS (SELECT 1 FROM history WHERE change_id = (SELECT id FROM changes WHERE open = 1) AND entity = 'category' AND id = r.id);
END;
--> statement-breakpoint
CREATE TRIGGER story_rows_adding BEFORE INSERT ON story_rows BEGIN
  INSERT INTO history (change_id, entity, id) SELECT (SELECT id FROM changes WHERE open = 1), 'story', new.id WHERE NOT EXISTS (SELECT 1 FROM story_rows WHERE id = new.id) AND NOT EXISTS (SELECT 1 FROM history WHERE change_id = (SELECT id FROM changes WHERE open = 1) AND entity = 'story' AND id = new.id);
END;
--> statement-breakpoint
CREATE TRIGGER story_rows_changing BEFORE UPDATE OF slug, title, date, body, cover, status, publish_from, publish_until, allowed_positions, deleted_at, deleted_by ON story_rows BEGIN
  INSERT INTO history (change_id, entity, id, before, file_hash) SELECT (SELECT id FROM changes WHERE open = 1), 'story', r.id, json_object('slug', r.slug, 'title', r.title, 'date', r.date, 'body', r.body, 'cover', r.cover, 'status', r.status, 'publishFrom', r.publish_from, 'publishUntil', r.publish_until, 'allowedPositions', r.allowed_positions, 'deletedAt', r.deleted_at, 'deletedBy', r.deleted_by), NULL FROM story_rows r WHERE r.id = old.id AND NOT EXISTS (SELECT 1 FROM history WHERE change_id = (SELECT id FROM changes WHERE open = 1) AND entity = 'story' AND id = r.id);
END;
--> statement-breakpoint
CREATE TRIGGER story_rows_removing BEFORE DELETE ON story_rows BEGIN
  DELETE FROM history WHERE entity = 'story' AND id = old.id;
END;
--> statement-breakpoint
CREATE TRIGGER settings_adding BEFORE INSERT ON settings BEGIN
  INSERT INTO history (change_id, entity, id) SELECT (SELECT id FROM changes WHERE open = 1), 'settings', new.id WHERE NOT EXISTS (SELECT 1 FROM settings WHERE id = new.id) AND NOT EXISTS (SELECT 1 FROM history WHERE change_id = (SELECT id FROM changes WHERE open = 1) AND entity = 'settings' AND id = new.id);
END;
--> statement-breakpoint
CREATE TRIGGER settings_changing BEFORE UPDATE OF google_analytics_id, profile ON settings BEGIN
  INSERT INTO history (change_id, entity, id, before, file_hash) SELECT (SELECT id FROM changes WHERE open = 1), 'settings', r.id, json_object('googleAnalyticsId', r.google_analytics_id, 'profile', r.profile), NULL FROM settings r WHERE r.id = old.id AND NOT EXISTS (SELECT 1 FROM history WHERE change_id = (SELECT id FROM changes WHERE open = 1) AND entity = 'settings' AND id = r.id);
END;
--> statement-breakpoint
CREATE TRIGGER settings_removing BEFORE DELETE ON settings BEGIN
  INSERT INTO history (change_id, entity, id, before, file_hash) SELECT (SELECT id FROM changes WHERE open = 1), 'settings', r.id, json_object('googleAnalyticsId', r.google_analytics_id, 'profile', r.profile), NULL FROM settings r WHERE r.id = old.id AND NOT EXISTS (SELECT 1 FROM history WHERE change_id = (SELECT id FROM changes WHERE open = 1) AND entity = 'settings' AND id = r.id);
END;
--> statement-breakpoint
CREATE TRIGGER guard_rules_adding BEFORE INSERT ON guard_rules BEGIN
  INSERT INTO history (change_id, entity, id) SELECT (SELECT id FROM changes WHERE open = 1), 'guard', new.scientific_name WHERE NOT EXISTS (SELECT 1 FROM guard_rules WHERE scientific_name = new.scientific_name) AND NOT EXISTS (SELECT 1 FROM history WHERE change_id = (SELECT id FROM changes WHERE open = 1) AND entity = 'guard' AND id = new.scientific_name);
END;
--> statement-breakpoint
CREATE TRIGGER guard_rules_changing BEFORE UPDATE OF level, months, nest_months, reason ON guard_rules BEGIN
  INSERT INTO history (change_id, entity, id, before, file_hash) SELECT (SELECT id FROM changes WHERE open = 1), 'guard', r.scientific_name, json_object('level', r.level, 'months', r.months, 'nestMonths', r.nest_months, 'reason', r.reason), NULL FROM guard_rules r WHERE r.scientific_name = old.scientific_name AND NOT EXISTS (SELECT 1 FROM history WHERE change_id = (SELECT id FROM changes WHERE open = 1) AND entity = 'guard' AND id = r.scientific_name);
END;
--> statement-breakpoint
CREATE TRIGGER guard_rules_removing BEFORE DELETE ON guard_rules BEGIN
  INSERT INTO history (change_id, entity, id, before, file_hash) SELECT (SELECT id FROM changes WHERE open = 1), 'guard', r.scientific_name, json_object('level', r.level, 'months', r.months, 'nestMonths', r.nest_months, 'reason', r.reason), NULL FROM guard_rules r WHERE r.scientific_name = old.scientific_name AND NOT EXISTS (SELECT 1 FROM history WHERE change_id = (SELECT id FROM changes WHERE open = 1) AND entity = 'guard' AND id = r.scientific_name);
END;
--> statement-breakpoint
CREATE TRIGGER species_adding BEFORE INSERT ON species WHEN new.own BEGIN
  INSERT INTO history (change_id, entity, id) SELECT (SELECT id FROM changes WHERE open = 1), 'species', new.scientific_name WHERE NOT EXISTS (SELECT 1 FROM species WHERE scientific_name = new.scientific_name) AND NOT EXISTS (SELECT 1 FROM history WHERE change_id = (SELECT id FROM changes WHERE open = 1) AND entity = 'species' AND id = new.scientific_name);
END;
--> statement-breakpoint
CREATE TRIGGER species_changing BEFORE UPDATE OF dutch_name, english_name, group_name, family, synonyms, own ON species WHEN old.own OR new.own BEGIN
  INSERT INTO history (change_id, entity, id, before, file_hash) SELECT (SELECT id FROM changes WHERE open = 1), 'species', r.scientific_name, json_object('dutchName', r.dutch_name, 'englishName', r.english_name, 'groupName', r.group_name, 'family', r.family, 'synonyms', r.synonyms, 'own', r.own), NULL FROM species r WHERE r.scientific_name = old.scientific_name AND NOT EXISTS (SELECT 1 FROM history WHERE change_id = (SELECT id FROM changes WHERE open = 1) AND entity = 'species' AND id = r.scientific_name);
END;
--> statement-breakpoint
CREATE TRIGGER species_removing BEFORE DELETE ON species WHEN old.own BEGIN
  INSERT INTO history (change_id, entity, id, before, file_hash) SELECT (SELECT id FROM changes WHERE open = 1), 'species', r.scientific_name, json_object('dutchName', r.dutch_name, 'englishName', r.english_name, 'groupName', r.group_name, 'family', r.family, 'synonyms', r.synonyms, 'own', r.own), NULL FROM species r WHERE r.scientific_name = old.scientific_name AND NOT EXISTS (SELECT 1 FROM history WHERE change_id = (SELECT id FROM changes WHERE open = 1) AND entity = 'species' AND id = r.scientific_name);
END;
--> statement-breakpoint
CREATE TRIGGER media_tags_adding BEFORE INSERT ON media_tags BEGIN
  INSERT INTO history (change_id, entity, id, before, file_hash) SELECT (SELECT id FROM changes WHERE open = 1), 'media', r.id, json_object('slug', r.slug, 'title', r.title, 'description', r.description, 'location', r.location, 'locationPrivacy', r.location_privacy, 'exactChosen', r.exact_chosen, 'date', r.date, 'categoryId', r.category_id, 'featured', r.featured, 'status', r.status, 'publishFrom', r.publish_from, 'publishUntil', r.publish_until, 'alt', r.alt, 'focusX', r.focus_x, 'focusY', r.focus_y, 'hero', r.hero, 'cover', r.cover, 'originalName', r.original_name, 'fileHash', r.file_hash, 'allowedPositions', r.allowed_positions, 'deletedAt', r.deleted_at, 'deletedBy', r.deleted_by, 'tagIds', json((SELECT json_group_array(tag_id) FROM media_tags WHERE media_seq = r.seq)), 'species', json((SELECT json_group_array(json_object('scientificName', s.scientific_name, 'position', s.position, 'kind', s.kind, 'lifeStage', s.life_stage, 'nest', s.nest)) FROM (SELECT * FROM media_species WHERE media_seq = r.seq ORDER BY position) s))), r.file_hash FROM media_rows r WHERE r.seq = new.media_seq AND NOT EXISTS (SELECT 1 FROM history WHERE change_id = (SELECT id FROM changes WHERE open = 1) AND entity = 'media' AND id = r.id);
END;
--> statement-breakpoint
CREATE TRIGGER media_tags_changing BEFORE UPDATE ON media_tags BEGIN
  INSERT INTO history (change_id, entity, id, before, file_hash) SELECT (SELECT id FROM changes WHERE open = 1), 'media', r.id, json_object('slug', r.slug, 'title', r.title, 'description', r.description, 'location', r.location, 'locationPrivacy', r.location_privacy, 'exactChosen', r.exact_chosen, 'date', r.date, 'categoryId', r.category_id, 'featured', r.featured, 'status', r.status, 'publishFrom', r.publish_from, 'publishUntil', r.publish_until, 'alt', r.alt, 'focusX', r.focus_x, 'focusY', r.focus_y, 'hero', r.hero, 'cover', r.cover, 'originalName', r.original_name, 'fileHash', r.file_hash, 'allowedPositions', r.allowed_positions, 'deletedAt', r.deleted_at, 'deletedBy', r.deleted_by, 'tagIds', json((SELECT json_group_array(tag_id) FROM media_tags WHERE media_seq = r.seq)), 'species', json((SELECT json_group_array(json_object('scientificName', s.scientific_name, 'position', s.position, 'kind', s.kind, 'lifeStage', s.life_stage, 'nest', s.nest)) FROM (SELECT * FROM media_species WHERE media_seq = r.seq ORDER BY position) s))), r.file_hash FROM media_rows r WHERE r.seq = old.media_seq AND NOT EXISTS (SELECT 1 FROM history WHERE change_id = (SELECT id FROM changes WHERE open = 1) AND entity = 'media' AND id = r.id);
END;
--> statement-breakpoint
CREATE TRIGGER media_tags_removing BEFORE DELETE ON media_tags BEGIN
  INSERT INTO history (change_id, entity, id, before, file_hash) SELECT (SELECT id FROM changes WHERE open = 1), 'media', r.id, json_object('slug', r.slug, 'title', r.title, 'description', r.description, 'location', r.location, 'locationPrivacy', r.location_privacy, 'exactChosen', r.exact_chosen, 'date', r.date, 'categoryId', r.category_id, 'featured', r.featured, 'status', r.status, 'publishFrom', r.publish_from, 'publishUntil', r.publish_until, 'alt', r.alt, 'focusX', r.focus_x, 'focusY', r.focus_y, 'hero', r.hero, 'cover', r.cover, 'originalName', r.original_name, 'fileHash', r.file_hash, 'allowedPositions', r.allowed_positions, 'deletedAt', r.deleted_at, 'deletedBy', r.deleted_by, 'tagIds', json((SELECT json_group_array(tag_id) FROM media_tags WHERE media_seq = r.seq)), 'species', json((SELECT json_group_array(json_object('scientificName', s.scientific_name, 'position', s.position, 'kind', s.kind, 'lifeStage', s.life_stage, 'nest', s.nest)) FROM (SELECT * FROM media_species WHERE media_seq = r.seq ORDER BY position) s))), r.file_hash FROM media_rows r WHERE r.seq = old.media_seq AND NOT EXISTS (SELECT 1 FROM history WHERE change_id = (SELECT id FROM changes WHERE open = 1) AND entity = 'media' AND id = r.id);
END;
--> statement-breakpoint
CREATE TRIGGER media_species_adding BEFORE INSERT ON media_species BEGIN
  INSERT INTO history (change_id, entity, id, before, file_hash) SELECT (SELECT id FROM changes WHERE open = 1), 'media', r.id, json_object('slug', r.slug, 'title', r.title, 'description', r.description, 'location', r.location, 'locationPrivacy', r.location_privacy, 'exactChosen', r.exact_chosen, 'date', r.date, 'categoryId', r.category_id, 'featured', r.featured, 'status', r.status, 'publishFrom', r.publish_from, 'publishUntil', r.publish_until, 'alt', r.alt, 'focusX', r.focus_x, 'focusY', r.focus_y, 'hero', r.hero, 'cover', r.cover, 'originalName', r.original_name, 'fileHash', r.file_hash, 'allowedPositions', r.allowed_positions, 'deletedAt', r.deleted_at, 'deletedBy', r.deleted_by, 'tagIds', json((SELECT json_group_array(tag_id) FROM media_tags WHERE media_seq = r.seq)), 'species', json((SELECT json_group_array(json_object('scientificName', s.scientific_name, 'position', s.position, 'kind', s.kind, 'lifeStage', s.life_stage, 'nest', s.nest)) FROM (SELECT * FROM media_species WHERE media_seq = r.seq ORDER BY position) s))), r.file_hash FROM media_rows r WHERE r.seq = new.media_seq AND NOT EXISTS (SELECT 1 FROM history WHERE change_id = (SELECT id FROM changes WHERE open = 1) AND entity = 'media' AND id = r.id);
END;
--> statement-breakpoint
CREATE TRIGGER media_species_changing BEFORE UPDATE ON media_species BEGIN
  INSERT INTO history (change_id, entity, id, before, file_hash) SELECT (SELECT id FROM changes WHERE open = 1), 'media', r.id, json_object('slug', r.slug, 'title', r.title, 'description', r.description, 'location', r.location, 'locationPrivacy', r.location_privacy, 'exactChosen', r.exact_chosen, 'date', r.date, 'categoryId', r.category_id, 'featured', r.featured, 'status', r.status, 'publishFrom', r.publish_from, 'publishUntil', r.publish_until, 'alt', r.alt, 'focusX', r.focus_x, 'focusY', r.focus_y, 'hero', r.hero, 'cover', r.cover, 'originalName', r.original_name, 'fileHash', r.file_hash, 'allowedPositions', r.allowed_positions, 'deletedAt', r.deleted_at, 'deletedBy', r.deleted_by, 'tagIds', json((SELECT json_group_array(tag_id) FROM media_tags WHERE media_seq = r.seq)), 'species', json((SELECT json_group_array(json_object('scientificName', s.scientific_name, 'position', s.position, 'kind', s.kind, 'lifeStage', s.life_stage, 'nest', s.nest)) FROM (SELECT * FROM media_species WHERE media_seq = r.seq ORDER BY position) s))), r.file_hash FROM media_rows r WHERE r.seq = old.media_seq AND NOT EXISTS (SELECT 1 FROM history WHERE change_id = (SELECT id FROM changes WHERE open = 1) AND entity = 'media' AND id = r.id);
END;
--> statement-breakpoint
CREATE TRIGGER media_species_removing BEFORE DELETE ON media_species BEGIN
  INSERT INTO history (change_id, entity, id, before, file_hash) SELECT (SELECT id FROM changes WHERE open = 1), 'media', r.id, json_object('slug', r.slug, 'title', r.title, 'description', r.description, 'location', r.location, 'locationPrivacy', r.location_privacy, 'exactChosen', r.exact_chosen, 'date', r.date, 'categoryId', r.category_id, 'featured', r.featured, 'status', r.status, 'publishFrom', r.publish_from, 'publishUntil', r.publish_until, 'alt', r.alt, 'focusX', r.focus_x, 'focusY', r.focus_y, 'hero', r.hero, 'cover', r.cover, 'originalName', r.original_name, 'fileHash', r.file_hash, 'allowedPositions', r.allowed_positions, 'deletedAt', r.deleted_at, 'deletedBy', r.deleted_by, 'tagIds', json((SELECT json_group_array(tag_id) FROM media_tags WHERE media_seq = r.seq)), 'species', json((SELECT json_group_array(json_object('scientificName', s.scientific_name, 'position', s.position, 'kind', s.kind, 'lifeStage', s.life_stage, 'nest', s.nest)) FROM (SELECT * FROM media_species WHERE media_seq = r.seq ORDER BY position) s))), r.file_hash FROM media_rows r WHERE r.seq = old.media_seq AND NOT EXISTS (SELECT 1 FROM history WHERE change_id = (SELECT id FROM changes WHERE open = 1) AND entity = 'media' AND id = r.id);
END;