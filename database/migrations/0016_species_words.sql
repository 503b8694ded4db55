DROP TRIGGER species_changed;
--> statement-breakpoint
DROP TRIGGER species_changing;
--> statement-breakpoint
DROP TRIGGER species_removing;
--> statement-breakpoint
DROP VIEW media;
--> statement-breakpoint
DROP VIEW stories;
--> statement-breakpoint
ALTER TABLE `species` ADD `words` text;--> statement-breakpoint
ALTER TABLE `species` ADD `picture` text;
--> statement-breakpoint
CREATE VIEW media AS SELECT * FROM media_rows WHERE deleted_at IS NULL;
--> statement-breakpoint
CREATE VIEW stories AS SELECT * FROM story_rows WHERE deleted_at IS NULL;
--> statement-breakpoint
CREATE TRIGGER species_changed AFTER UPDATE OF scientific_name, dutch_name, group_name, words, picture ON species BEGIN
  UPDATE content_state SET revision = revision + 1, last_change_at = CAST(unixepoch('subsec') * 1000 AS INTEGER), first_change_at = coalesce(first_change_at, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  UPDATE media_rows SET revision = (SELECT revision FROM content_state WHERE id = 1) WHERE seq IN (SELECT media_seq FROM media_species WHERE scientific_name = new.scientific_name);
END;
--> statement-breakpoint
CREATE TRIGGER species_changing BEFORE UPDATE OF dutch_name, english_name, group_name, family, synonyms, words, picture, own ON species WHEN old.own OR new.own BEGIN
  INSERT INTO history (change_id, entity, id, before, file_hash) SELECT (SELECT id FROM changes WHERE open = 1), 'species', r.scientific_name, json_object('dutchName', r.dutch_name, 'englishName', r.english_name, 'groupName', r.group_name, 'family', r.family, 'synonyms', r.synonyms, 'words', r.words, 'picture', r.picture, 'own', r.own), NULL FROM species r WHERE r.scientific_name = old.scientific_name AND NOT EXISTS (SELECT 1 FROM history WHERE change_id = (SELECT id FROM changes WHERE open = 1) AND entity = 'species' AND id = r.scientific_name);
END;
--> statement-breakpoint
CREATE TRIGGER species_removing BEFORE DELETE ON species WHEN old.own BEGIN
  INSERT INTO history (change_id, entity, id, before, file_hash) SELECT (SELECT id FROM changes WHERE open = 1), 'species', r.scientific_name, json_object('dutchName', r.dutch_name, 'englishName', r.english_name, 'groupName', r.group_name, 'family', r.family, 'synonyms', r.synonyms, 'words', r.words, 'picture', r.picture, 'own', r.own), NULL FROM species r WHERE r.scientific_name = old.scientific_name AND NOT EXISTS (SELECT 1 FROM history WHERE change_id = (SELECT id FROM changes WHERE open = 1) AND entity = 'species' AND id = r.scientific_name);
END;