/** The text of a note, with the few buttons that it takes. */
import { useQuery } from '@tanstack/react-query';
import { Bold, Heading, ImagePlus, Italic, Link2, List, type LucideIcon } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '#components/ui/button.tsx';
import { Field, TextArea } from '#components/ui/field.tsx';
import { ChooseDialog } from '#features/media/pick-dialog.tsx';
import { insertText } from '#lib/insert-text.ts';
import { adminMediaQuery } from '#lib/queries.ts';
import { type Mark, marks, type Selected, withItem, withMark } from './markdown-edit.ts';

const icons: Record<Mark, LucideIcon> = {
  bold: Bold,
  italic: Italic,
  heading: Heading,
  list: List,
  link: Link2,
};

interface BodyFieldProps {
  value: string;
  error?: string | undefined;
  onChange: (text: string) => void;
}

export function BodyField({ value, error, onChange }: BodyFieldProps) {
  const { t } = useTranslation();
  const box = useRef<HTMLTextAreaElement>(null);
  const [choosing, setChoosing] = useState(false);
  const { data: items = [] } = useQuery(adminMediaQuery);

  const write = (change: (selected: Selected) => ReturnType<typeof withMark>) => {
    const area = box.current;
    if (!area) return;
    const { selectionStart, selectionEnd } = area;
    insertText(
      area,
      change({ text: area.value, from: selectionStart, to: selectionEnd }),
      onChange,
    );
  };

  return (
    <div className="flex flex-col gap-1.5">
      <Field label={t('body')} hint={t('bodyHint')} error={error}>
        <fieldset aria-label={t('bodyTools')} className="flex flex-wrap items-center">
          {marks.map((mark) => {
            const Icon = icons[mark];
            return (
              <IconButton
                icon={Icon}
                key={mark}
                label={t(`mark:${mark}`)}
                onClick={() => write((selected) => withMark(selected, mark))}
              />
            );
          })}
          <Button look="secondary" size="sm" className="sm:ml-2" onClick={() => setChoosing(true)}>
            <ImagePlus className="size-4" />
            {t('insertPhoto')}
          </Button>
        </fieldset>
        <TextArea
          ref={box}
          rows={18}
          value={value}
          onChange={({ target }) => onChange(target.value)}
          className="leading-relaxed"
        />
      </Field>
      {choosing && (
        <ChooseDialog
          title={t('insertPhoto')}
          items={items}
          onChoose={({ id }) => {
            setChoosing(false);
            // The focus returns to the button first.
            setTimeout(() => write((selected) => withItem(selected, id)));
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </div>
  );
}
