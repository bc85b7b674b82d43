import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import users from '../../identity/users/users.resource.tsx';
import { blankValue } from '../../kit/resource/form.ts';
import { FormPanel } from '../../kit/screens/form/FormPanel.tsx';
import { useToast } from '../../kit/ui/toasts/useToasts.ts';
import { useSave } from '../../kit/useSave.ts';
import type { StepContent } from './steps.ts';

/** He sets his password by the link in the e-mail. */
export default function InviteStep({ done }: StepContent) {
  const { t } = useTranslation('onboarding');
  const save = useSave();
  const toast = useToast();
  const form = users.createForm!;
  const initial = Object.fromEntries(form.fields.map(field => [field.name, blankValue(field)]));
  async function submit(values: FieldValues) {
    await save(client => client.call(users.endpoints.create!, { body: values }));
    toast({ tone: 'ok', title: t('steps.invite.sent', { email: String(values['email']) }) });
    return done;
  }
  return (
    <FormPanel
      resource={users.name}
      form={form}
      initial={{ ...initial, role: 'viewer' }}
      submitLabel={t('steps.invite.act')}
      draft="onboarding/invite"
      submit={submit}
    />
  );
}
