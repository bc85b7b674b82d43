import type { FieldValues } from 'react-hook-form';
import { useLocation } from 'wouter';
import type { Resource, Row } from '../resources/define.ts';
import { PageTitle } from '../ui/PageTitle.tsx';
import { useSave } from '../useSave.ts';
import { useText } from '../useText.ts';
import { useBase } from './useBase.ts';
import { FormPanel } from './FormPanel.tsx';

/** A new row from its form; then on to where it is worked on. */
export default function CreateScreen<R extends Row>({ resource }: { resource: Resource<R> }) {
  const text = useText(resource.name);
  const base = useBase(resource);
  const [, navigate] = useLocation();
  const save = useSave();
  const form = resource.createForm!;
  const initial = form.start ?? Object.fromEntries(form.fields.map(({ name }) => [name, '']));

  async function submit(values: FieldValues) {
    const row = (await save(client => client.call(resource.endpoints.create!, { body: values }))) as Row;
    return () =>
      navigate(
        resource.afterCreate?.(row.id, base) ??
          (resource.opens === 'sheet' ? `${base}?id=${row.id}` : `${base}/${row.id}`),
      );
  }
  return (
    <>
      <PageTitle className="mb-6">{text('new')}</PageTitle>
      <FormPanel
        resource={resource.name}
        form={form}
        initial={initial}
        submitLabel={text('actions.create')}
        submit={submit}
        cancel={() => navigate(base)}
      />
    </>
  );
}
