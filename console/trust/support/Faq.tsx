import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';

const QUESTIONS = {
  owner: ['dark', 'offline', 'data', 'brightness', 'earnings', 'content', 'newCar', 'sell'],
  business: ['review', 'formats', 'rejected', 'reports', 'change', 'code', 'people', 'invoice'],
} as const;

/** What is asked most, by owners of devices and by businesses. */
export function Faq() {
  const { t } = useTranslation('ticketThread');
  const [path] = useLocation();
  const isOwner = path.startsWith('/owner');
  const entries = isOwner
    ? QUESTIONS.owner.map(name => ({
        name,
        question: t(`faq.owner.${name}.q`),
        answer: t(`faq.owner.${name}.a`),
      }))
    : QUESTIONS.business.map(name => ({
        name,
        question: t(`faq.business.${name}.q`),
        answer: t(`faq.business.${name}.a`),
      }));
  return (
    <section aria-labelledby="faq" className="mt-10 max-w-[760px]">
      <h2 id="faq" className="mb-2 text-20">
        {t('faq.title')}
      </h2>
      <div className="border-t border-line">
        {entries.map(({ name, question, answer }) => (
          <details key={name} className="border-b border-line">
            <summary className="flex min-h-12 cursor-pointer items-center py-2 font-semibold">
              {question}
            </summary>
            <p className="max-w-[70ch] pb-4 text-ink-2">{answer}</p>
          </details>
        ))}
      </div>
    </section>
  );
}
