import { useQuery } from '@tanstack/react-query';
import { type AuditEntity, auditEntities } from '@veldlicht/contract/audit';
import { useTranslation } from 'react-i18next';
import { Select } from '#components/ui/select.tsx';
import type { AuditFilter } from './audit-pages.ts';
import { entityText } from './audit-words.ts';
import { actorsQuery } from './use-audit-list.ts';

/** No username and no kind is written like this. */
const ALL = '*';

interface AuditFiltersProps {
  filter: AuditFilter;
  onChange: (filter: AuditFilter) => void;
}

/** By person and by kind. */
export function AuditFilters({ filter, onChange }: AuditFiltersProps) {
  const { t } = useTranslation();
  const names = useQuery(actorsQuery).data ?? [];
  const people = names.map((name) => ({ value: name, label: name }));
  const kinds = auditEntities.map((value) => ({ value, label: entityText(value, t) }));
  return (
    <div className="flex flex-wrap gap-2">
      <Select
        aria-label={t('auditWho')}
        className="flex w-40 max-sm:flex-1"
        options={[{ value: ALL, label: t('auditEveryone') }, ...people]}
        value={filter.actor ?? ALL}
        onChange={(actor) => onChange({ ...filter, actor: actor === ALL ? null : actor })}
      />
      <Select<AuditEntity | typeof ALL>
        aria-label={t('auditKind')}
        className="flex w-44 max-sm:flex-1"
        options={[{ value: ALL, label: t('auditEverything') }, ...kinds]}
        value={filter.entity ?? ALL}
        onChange={(entity) => onChange({ ...filter, entity: entity === ALL ? null : entity })}
      />
    </div>
  );
}
