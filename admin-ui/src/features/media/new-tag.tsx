import { category } from '@veldlicht/contract/category';
import { sameName } from '@veldlicht/contract/name';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#components/ui/button.tsx';
import { TextInput } from '#components/ui/field.tsx';
import { callApi } from '#lib/api.ts';
import { categoriesQuery } from '#lib/queries.ts';
import { useChange } from '#lib/use-change.ts';

/** Creates a tag unless one of that name exists; `onTag` gets its name. */
export const useMakeTag = (tags: readonly string[], onTag: (tag: string) => void) =>
  useChange({
    call: (name: string) => {
      const known = tags.find((tag) => sameName(tag, name));
      if (known) return Promise.resolve({ name: known });
      const payload = { name, type: 'tag' };
      return callApi('POST', '/api/admin/categories', { payload, schema: category });
    },
    failed: 'failedToCreateCategory',
    isReasonEnough: true,
    onDone: ({ name }) => onTag(name),
    refresh: (client) => client.invalidateQueries({ queryKey: categoriesQuery.queryKey }),
  });

export function NewTag({ tags, onTag }: { tags: readonly string[]; onTag: (tag: string) => void }) {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const { mutate, isPending } = useMakeTag(tags, (tag) => {
    onTag(tag);
    setName('');
  });
  const make = () => name.trim() && mutate(name.trim());
  return (
    <div className="flex gap-2">
      <TextInput
        // Not the control of its Field.
        id={undefined}
        aria-label={t('newTag')}
        placeholder={t('newTag')}
        autoComplete="off"
        value={name}
        onChange={({ target }) => setName(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
          // Enter must not submit the form.
          event.preventDefault();
          make();
        }}
        className="max-w-60"
      />
      <Button look="secondary" pending={isPending} disabled={!name.trim()} onClick={make}>
        <Plus className="size-4" />
        {t('makeNewTag')}
      </Button>
    </div>
  );
}
