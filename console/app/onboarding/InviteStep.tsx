import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import invitations from '../../identity/users/invitations.resource.tsx';
import { blankValue } from '../../kit/resource/form.ts';
import { FormPanel } from '../../kit/screens/form/FormPanel.tsx';
import { useToast } from '../../kit/ui/toasts/useToasts.ts';
import { useSave } from '../../kit/useSave.ts';
import type { StepContent } from './steps.ts';

/** Whoever is invited sets a password by the link in the e-mail. */
export default function InviteStep({ done }: StepContent) {
  const { t, i18n } = useTranslation('onboarding');
  const save = useSave();
  const toast = useToast();
  const form = invitations.createForm!;
  const initial = Object.fromEntries(form.fields.map(field => [field.name, blankValue(field)]));
  async function submit(values: FieldValues) {
    await save(client => client.call(invitations.endpoints.create!, { body: values }));
    toast({ tone: 'ok', title: t('steps.invite.sent', { email: String(values['email']) }) });
    return done;
  }
  return (
    <FormPanel
      resource={invitations.name}
      form={form}
      initial={{ ...initial, role: 'viewer', locale: i18n.resolvedLanguage }}
      submitLabel={t('steps.invite.act')}
      draft="onboarding/invite"
      submit={submit}
    />
  );
}
