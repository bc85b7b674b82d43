import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { isQueued } from '../../../../shared/net/client.ts';
import type { Resource, Row } from '../../resource/define.ts';
import { blank } from '../../resource/form.ts';
import { useToast } from '../../ui/toasts/useToasts.ts';
import { useSave } from '../../useSave.ts';
import { useCurrentUser } from '../../../app/session/useVisitor.ts';
import { useBase } from '../record/useBase.ts';

/** What the form of a new row starts with and how it is sent; then on to where the row is worked on. */
export function useCreate<R extends Row>(resource: Resource<R>) {
  const base = useBase(resource);
  const [, navigate] = useLocation();
  const currentUser = useCurrentUser();
  const save = useSave();
  const toast = useToast();
  const { t } = useTranslation('screens');
  const form = resource.createForm!;
  const blanks = Object.fromEntries(form.fields.map(field => [field.name, blank(field)]));
  const start = typeof form.start === 'function' ? form.start(currentUser) : form.start;

  async function submit(values: FieldValues) {
    const name = typeof values['name'] === 'string' ? values['name'] : '';
    const answer = await save(client =>
      client.write(
        resource.endpoints.create!,
        { body: values },
        { type: `${resource.name}.create`, description: t('waiting.create', { name }) },
      ),
    );
    if (isQueued(answer)) {
      toast({ tone: 'warn', title: t('waiting.queued') });
      return () => navigate(base);
    }
    const row = answer as Row;
    return () =>
      navigate(
        resource.afterCreate?.(row.id, base) ??
          (resource.opens === 'sheet' ? `${base}?id=${row.id}` : `${base}/${row.id}`),
      );
  }
  return { form, initial: { ...blanks, ...start }, submit, base };
}
