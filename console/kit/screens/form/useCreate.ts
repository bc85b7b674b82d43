import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { isQueued } from '../../../../shared/net/client.ts';
import type { Resource, Row } from '../../resource/defineResource.ts';
import { blankValue } from '../../resource/form.ts';
import { useWrite } from '../../useWrite.ts';
import { useCurrentUser } from '../../../app/session/useCurrentUser.ts';
import { useBasePath } from '../record/useBasePath.ts';

/** Initial values and submit of the create form; then navigates to the new row. */
export function useCreate<R extends Row>(resource: Resource<R>) {
  const base = useBasePath(resource);
  const [, navigate] = useLocation();
  const currentUser = useCurrentUser();
  const write = useWrite();
  const { t } = useTranslation('screens');
  const form = resource.createForm!;
  const blanks = Object.fromEntries(form.fields.map(field => [field.name, blankValue(field)]));
  const start =
    typeof form.initialValues === 'function' ? form.initialValues(currentUser) : form.initialValues;

  async function submit(values: FieldValues) {
    const name = typeof values['name'] === 'string' ? values['name'] : '';
    const answer = await write(
      resource.endpoints.create!,
      { body: form.body?.(values, {} as R) ?? values },
      { type: `${resource.name}.create`, description: t('waiting.create', { name }) },
    );
    if (isQueued(answer)) return () => navigate(base);
    const row = answer as Row;
    return () =>
      navigate(
        resource.afterCreate?.(row.id, base) ??
          (resource.opensIn === 'sheet' ? `${base}?id=${row.id}` : `${base}/${row.id}`),
      );
  }
  return { form, initial: { ...blanks, ...start }, submit, base };
}
