/** What one may change of oneself: three different calls and a list, none of them a row that others have, too. */
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { me } from '../../../shared/contract/identity/auth.ts';
import { patchMe } from '../../../shared/contract/identity/user.ts';
import { parseLanguage } from '../../../shared/i18n/language.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { chooseLanguage } from '../../app/language/language.ts';
import { PROFILE_FORM } from './form.ts';
import { Sessions } from './Sessions.tsx';
import { lazyPage } from '../../kit/lazyPage.ts';
import { EditForm } from '../../kit/screens/form/lazyEditForm.ts';
import { chooseTheme, THEMES } from '../../app/theme.ts';
import { ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';

const SignInSections = lazyPage(
  () => import('./SignInSections.tsx'),
  ['passwords', 'secondFactor', 'passkeys'],
);
const ErrorReports = lazyPage(
  async () => ({ default: (await import('./ErrorReports.tsx')).ErrorReports }),
  ['consent'],
);
const OwnData = lazyPage(() => import('../../trust/compliance/OwnData.tsx'), ['ownData']);
const SKELETON_ROWS = 6;
const PROFILE_RESOURCE = {
  name: 'profile',
  area: 'self',
  form: PROFILE_FORM,
  endpoints: { patch: patchMe },
} as const;

export function ProfileSections() {
  const { t, i18n } = useTranslation(['profile', 'common']);
  const { client } = useAuth();
  const answer = useQuery(read(client, me, {}));
  const user = answer.data?.user;

  /** What was saved for every machine holds on this one at once. */
  function applyPreferences({ theme, locale }: FieldValues) {
    const savedTheme = THEMES.find(name => name === theme);
    if (savedTheme) chooseTheme(savedTheme);
    const language = parseLanguage(typeof locale === 'string' ? locale : null);
    if (language) void chooseLanguage(i18n, language);
  }
  return (
    <>
      {user && (
        <p className="mt-1 mb-8 flex flex-wrap gap-x-4 text-ink-2">
          <span>{user.email}</span>
          <span>{t(`common:roles.${user.role}`)}</span>
        </p>
      )}
      {answer.isPending && <Skeleton rows={SKELETON_ROWS} />}
      {answer.isError && !user && (
        <ErrorPanel error={answer.error} retry={() => void answer.refetch()} busy={answer.isFetching} />
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-12 lg:grid-cols-2">
        {user && (
          <section aria-label={t('settings')}>
            <h2 className="mb-4 text-20">{t('settings')}</h2>
            <Suspense fallback={<Skeleton rows={SKELETON_ROWS} />}>
              <EditForm resource={PROFILE_RESOURCE} row={user} onSaved={applyPreferences} />
            </Suspense>
          </section>
        )}
        <Suspense fallback={<Skeleton rows={SKELETON_ROWS} />}>
          <SignInSections />
        </Suspense>
        <Suspense fallback={<Skeleton rows={SKELETON_ROWS} />}>
          <ErrorReports />
        </Suspense>
      </div>
      <Sessions />
      <Suspense fallback={<Skeleton rows={SKELETON_ROWS} />}>
        <OwnData />
      </Suspense>
    </>
  );
}
