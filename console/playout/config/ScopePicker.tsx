import { Suspense, useState } from 'react';
import { useSearchParams } from 'wouter';
import { CONFIG_SCOPES, type ConfigScope } from '../../../shared/contract/playout/playerConfig.ts';
import { lazyWithRetry } from '../../kit/lazyPage.ts';
import { useText } from '../../kit/text/useText.ts';
import { Field } from '../../kit/ui/controls/Field.tsx';
import { Segmented } from '../../kit/ui/controls/Segmented.tsx';

const RelationPicker = lazyWithRetry(async () => ({
  default: (await import('../../kit/fields/RelationPicker.tsx')).RelationPicker,
}));
const RELATIONS = {
  group: async () => (await import('../../../shared/contract/fleet/deviceGroup.ts')).deviceGroups,
  device: async () => (await import('../../../shared/contract/fleet/device.ts')).devices,
};
const KEYS = { group: 'group_id', device: 'device_id' } as const;

export const scopeKey = (query: Readonly<Record<string, string>>) =>
  Object.values(query)[0] ?? ('tenant' satisfies ConfigScope);

/** The scope that the address names; null while a group or a screen is still to be chosen. */
export function useScope() {
  const [params, setParams] = useSearchParams();
  const named = (['group', 'device'] as const).find(kind => params.has(KEYS[kind]));
  const [wanted, setWanted] = useState<ConfigScope>(named ?? 'tenant');
  const kind = named ?? wanted;
  const id = named && params.get(KEYS[named]);
  const query = kind === 'tenant' ? {} : id ? { [KEYS[kind]]: id } : null;
  function choose(next: ConfigScope, nextId: string | null = null) {
    setWanted(next);
    setParams(next === 'tenant' || nextId === null ? {} : { [KEYS[next]]: nextId });
  }
  return { kind, query, choose };
}

interface ScopePickerProps {
  kind: ConfigScope;
  query: Readonly<Record<string, string>> | null;
  choose: (kind: ConfigScope, id?: string | null) => void;
}
export function ScopePicker({ kind, query, choose }: ScopePickerProps) {
  const text = useText('playerConfig');
  return (
    <div className="mb-6 flex flex-wrap items-end gap-4">
      <Segmented
        label={text('scope.label')}
        value={kind}
        options={CONFIG_SCOPES.map(value => ({ value, label: text(`scope.${value}`) }))}
        onChange={next => choose(next)}
      />
      {kind !== 'tenant' && (
        <div className="min-w-64 flex-1 sm:max-w-80">
          <Field label={text(`scope.${kind}Name`)}>
            {aria => (
              <Suspense fallback={<span className="block min-h-12" />}>
                <RelationPicker
                  {...aria}
                  key={kind}
                  input={{ of: RELATIONS[kind] }}
                  name={kind}
                  value={query?.[KEYS[kind]] ?? ''}
                  disabled={false}
                  onChange={id => choose(kind, id)}
                  onBlur={() => {}}
                  ref={() => {}}
                />
              </Suspense>
            )}
          </Field>
        </div>
      )}
    </div>
  );
}
