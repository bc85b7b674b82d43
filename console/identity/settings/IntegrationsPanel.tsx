/** What the platform is joined to: the accounts that sign people in, and the mail server. */
import { useText } from '../../kit/text/useText.ts';
import { MailPanel } from './MailPanel.tsx';
import { SignInPanel } from './SignInPanel.tsx';

const PARTS = [
  { name: 'sign_in', Panel: SignInPanel },
  { name: 'mail', Panel: MailPanel },
] as const;

export function IntegrationsPanel() {
  const text = useText('settings');
  return (
    <div className="flex flex-col gap-10">
      {PARTS.map(({ name, Panel }) => (
        <section key={name} aria-labelledby={`part-${name}`}>
          <h3 id={`part-${name}`} className="text-16">
            {text(`integrations.${name}.title`)}
          </h3>
          <p className="mt-1 mb-4 max-w-[640px] text-ink-2">{text(`integrations.${name}.text`)}</p>
          <Panel />
        </section>
      ))}
    </div>
  );
}
