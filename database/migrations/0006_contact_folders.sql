UPDATE `contacts` SET `folder` = 'inbox' WHERE `folder` = 'doubtful';
--> statement-breakpoint
-- may-drop-rows: reply_templates
DROP TABLE `reply_templates`;
--> statement-breakpoint
ALTER TABLE `contacts` DROP COLUMN `spam_since`;
