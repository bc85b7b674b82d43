/** How the draft looks before anybody else sees it: the bar of the console and the sign-in in both themes, and an e-mail. */
import { useTranslation } from 'react-i18next';
import type { WhiteLabel } from '../../../shared/contract/identity/whiteLabel.ts';
import { themeStyle, type Theme } from './themes.ts';

export type Look = Pick<
  WhiteLabel,
  | 'app_name'
  | 'logo_light'
  | 'logo_dark'
  | 'primary'
  | 'primary_dark'
  | 'accent'
  | 'accent_dark'
  | 'mail_name'
>;
const THEMES: readonly Theme[] = ['light', 'dark'];

export function Preview({ look }: { look: Look }) {
  const { t } = useTranslation('whiteLabel');
  return (
    <section aria-labelledby="preview" className="flex flex-col gap-5">
      <h2 id="preview" className="text-16">
        {t('preview.title')}
      </h2>
      {THEMES.map(theme => (
        <figure key={theme}>
          <figcaption className="mb-2 text-13 text-ink-2">{t(`preview.${theme}`)}</figcaption>
          <div
            style={themeStyle(theme, look)}
            className="grid grid-cols-[132px_minmax(0,1fr)] border border-line bg-bg text-ink"
          >
            <Rail look={look} />
            <SignInCard look={look} theme={theme} />
          </div>
        </figure>
      ))}
      <figure>
        <figcaption className="mb-2 text-13 text-ink-2">{t('preview.mail')}</figcaption>
        <MailCard look={look} />
      </figure>
    </section>
  );
}

const nameOf = ({ app_name }: Look) => app_name ?? 'Wayside';

/** As the wordmark: both logos, or the name. */
function Mark({ look, theme }: { look: Look; theme: Theme }) {
  const { logo_light, logo_dark } = look;
  const logo = theme === 'light' ? logo_light : logo_dark;
  if (logo_light !== null && logo_dark !== null && logo !== null)
    return <img src={logo} alt={nameOf(look)} className="max-h-7 max-w-full" />;
  return (
    <span className="inline-flex items-center gap-2 text-14 font-extrabold">
      <span aria-hidden="true" className="h-[0.6em] w-[1.3em] shrink-0 bg-lamp" />
      {nameOf(look)}
    </span>
  );
}

/** The rail is night in both themes. */
function Rail({ look }: { look: Look }) {
  const { t } = useTranslation('navigation');
  return (
    <div style={themeStyle('dark', look)} className="border-r border-line bg-bg py-3 text-13 text-ink-2">
      <div className="px-3 pb-3 text-ink">
        <Mark look={look} theme="dark" />
      </div>
      <div className="border-l-4 border-lamp bg-surface px-2 py-1 font-semibold text-ink">
        {t('businessDashboard')}
      </div>
      <div className="border-l-4 border-transparent px-2 py-1">{t('businessReports')}</div>
    </div>
  );
}

function SignInCard({ look, theme }: { look: Look; theme: Theme }) {
  const { t } = useTranslation('whiteLabel');
  return (
    <div className="flex flex-col gap-3 p-4">
      <Mark look={look} theme={theme} />
      <div className="flex flex-col gap-3 border border-line bg-surface p-4">
        <span className="text-13 font-semibold">{t('preview.email')}</span>
        <span className="h-8 border border-control" />
        <span className="rounded-sm bg-primary px-3 py-2 text-center text-13 font-semibold text-on-primary">
          {t('preview.signIn')}
        </span>
        <span className="text-13 font-semibold text-primary underline">{t('preview.forgot')}</span>
      </div>
    </div>
  );
}

/** Mail programs draw it on paper, whichever theme they have. */
function MailCard({ look }: { look: Look }) {
  const { t } = useTranslation('whiteLabel');
  const { logo_light, mail_name } = look;
  return (
    <div
      style={themeStyle('light', look)}
      className="flex flex-col gap-3 border border-line bg-surface p-4 text-13 text-ink"
    >
      <p className="border-b border-line pb-2 text-ink-2">
        {t('preview.from', { name: mail_name ?? nameOf(look) })}
      </p>
      {logo_light === null ? (
        <p className="text-16 font-bold">{nameOf(look)}</p>
      ) : (
        <img src={logo_light} alt={nameOf(look)} className="h-9 self-start" />
      )}
      <p>{t('preview.mailText', { name: nameOf(look) })}</p>
      <p className="text-primary underline">{t('preview.mailLink')}</p>
    </div>
  );
}
