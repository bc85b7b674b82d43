import type { FieldValues } from 'react-hook-form';
import { useLocation } from 'wouter';
import type { Resource, Row } from '../resources/define.ts';
import { blank } from '../resources/form.ts';
import { useSave } from '../useSave.ts';
import { useVisitor } from '../useVisitor.ts';
import { useBase } from './useBase.ts';

/** What the form of a new row starts with and how it is sent; then on to where the row is worked on. */
export function useCreate<R extends Row>(resource: Resource<R>) {
  const base = useBase(resource);
  const [, navigate] = useLocation();
  const actor = useVisitor();
  const save = useSave();
  const form = resource.createForm!;
  const blanks = Object.fromEntries(form.fields.map(field => [field.name, blank(field)]));
  const start = typeof form.start === 'function' ? form.start(actor) : form.start;

  async function submit(values: FieldValues) {
    const row = (await save(client => client.call(resource.endpoints.create!, { body: values }))) as Row;
    return () =>
      navigate(
        resource.afterCreate?.(row.id, base) ??
          (resource.opens === 'sheet' ? `${base}?id=${row.id}` : `${base}/${row.id}`),
      );
  }
  return { form, initial: { ...blanks, ...start }, submit, base };
}
