import { useState } from 'react';
import { MIGRATION_MODES, migrations, type MigrationJob } from '../../../shared/contract/trust/migration.ts';
import { fieldsOfKind, isTabular } from '../../../shared/contract/trust/migrationKinds.ts';
import { useErrorText } from '../../kit/text/errorText.ts';
import { useText } from '../../kit/text/useText.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Field } from '../../kit/ui/controls/Field.tsx';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { useToast } from '../../kit/ui/toasts/useToasts.ts';
import { useSave } from '../../kit/useSave.ts';
import { Choice } from './Choice.tsx';

const { map } = migrations.actionEndpoints;

/** Which column of the file is which field; changed until the run begins, each change asks for another check. */
export function MappingPanel({ row }: { row: MigrationJob }) {
  const text = useText('migrations');
  if (!isTabular(row.kind)) return <p className="text-ink-2">{text('mapping.layout')}</p>;
  return <Mapping key={`${row.id} ${row.version}`} row={row} />;
}

function Mapping({ row }: { row: MigrationJob }) {
  const text = useText('migrations');
  const errorText = useErrorText();
  const save = useSave();
  const toast = useToast();
  const [mapping, setMapping] = useState(row.mapping);
  const [mode, setMode] = useState(row.mode);
  const [failure, setFailure] = useState<unknown>(null);
  const isOpen = migrations.actions.map.from.some(state => state === row.state);
  const fields = fieldsOfKind(row.kind);
  const isWhole = fields.every(({ name, isRequired }) => !isRequired || mapping[name] !== undefined);
  function set(name: string, column: string) {
    const { [name]: _removed, ...rest } = mapping;
    setMapping(column === '' ? rest : { ...rest, [name]: column });
  }
  async function submit() {
    setFailure(null);
    try {
      await save(client => client.call(map, { params: { id: row.id }, body: { mapping, mode } }));
      toast({ tone: 'ok', title: text('done.map', { name: row.file_name }) });
    } catch (error) {
      setFailure(error);
    }
  }
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={event => {
        event.preventDefault();
        void submit();
      }}
    >
      <p className="text-ink-2">{text('mapping.text')}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        {fields.map(({ name, isRequired, example }) => (
          <Field
            key={name}
            label={text(isRequired ? 'mapping.required' : 'mapping.field', { name: text(`columns.${name}`) })}
            hint={text('mapping.example', { example })}
          >
            {aria => (
              <select
                {...aria}
                className="control"
                disabled={!isOpen}
                value={mapping[name] ?? ''}
                onChange={event => set(name, event.target.value)}
              >
                <option value="">{text('mapping.none')}</option>
                {row.columns.map(column => (
                  <option key={column} value={column}>
                    {column}
                  </option>
                ))}
              </select>
            )}
          </Field>
        ))}
      </div>
      {isOpen && (
        <>
          <Choice label={text('fields.mode')} value={mode} options={MIGRATION_MODES} choose={setMode} />
          {failure !== null && (
            <Notice tone="danger" alert>
              {errorText(failure)}
            </Notice>
          )}
          <div>
            <Button type="submit" variant="outline" disabled={!isWhole}>
              {text('actions.map')}
            </Button>
          </div>
        </>
      )}
    </form>
  );
}
