import { useQuery } from '@tanstack/react-query';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { me } from '../../../shared/contract/identity/auth.ts';
import { businessProfile } from '../../../shared/contract/identity/settings.ts';
import { patchMe } from '../../../shared/contract/identity/user.ts';
import { parseLanguage } from '../../../shared/i18n/language.ts';
import { read } from '../../../shared/net/queries.ts';
import settings from '../../identity/settings/businessProfile.resource.tsx';
import { PROFILE_FORM } from '../../identity/profile/form.ts';
import type { Row } from '../../kit/resource/defineResource.ts';
import { EditForm } from '../../kit/screens/form/lazyEditForm.ts';
import { ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { chooseLanguage } from '../language/language.ts';
import { useAuth } from '../session/auth.tsx';
import type { StepContent } from './steps.ts';

const SKELETON_ROWS = 3;

export function OrganisationStep({ done }: StepContent) {
  const { client } = useAuth();
  const answer = useQuery(read(client, businessProfile.read, {}));
  if (answer.isPending) return <Skeleton rows={SKELETON_ROWS} />;
  if (answer.isLoadingError)
    return <ErrorPanel error={answer.error} retry={() => void answer.refetch()} busy={answer.isFetching} />;
  const [section] = settings.sections;
  if (!section || 'panel' in section) return null;
  const { form, patch } = section;
  const row: Row = { ...(answer.data as object), id: section.name };
  return (
    <EditForm
      resource={{ name: settings.name, area: settings.area, form, endpoints: { patch } }}
      row={row}
      onSaved={done}
    />
  );
}

const LOCALE_FORM = {
  ...PROFILE_FORM,
  fields: PROFILE_FORM.fields.filter(({ name }) => name === 'locale' || name === 'tz'),
};
const OWN = { name: 'profile', area: 'self', form: LOCALE_FORM, endpoints: { patch: patchMe } } as const;

export function LocaleStep({ done }: StepContent) {
  const { i18n } = useTranslation();
  const { client } = useAuth();
  const answer = useQuery(read(client, me, {}));
  if (answer.isPending) return <Skeleton rows={SKELETON_ROWS} />;
  if (answer.isLoadingError)
    return <ErrorPanel error={answer.error} retry={() => void answer.refetch()} busy={answer.isFetching} />;
  function saved({ locale }: FieldValues) {
    const language = parseLanguage(typeof locale === 'string' ? locale : null);
    if (language) void chooseLanguage(i18n, language);
    done();
  }
  return <EditForm resource={OWN} row={answer.data.user} onSaved={saved} />;
}
