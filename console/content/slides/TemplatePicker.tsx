import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { systemClock } from '../../../shared/clock.ts';
import type { Language } from '../../../shared/constants.ts';
import { SLIDE_TEMPLATES, type SlideTemplate } from '../../../shared/contract/content/slide.ts';
import { composeSlide } from '../../../shared/slides/compose.ts';
import { PATHS } from '../../app/paths.ts';
import { PageTitle } from '../../kit/ui/display/PageTitle.tsx';
import { SAMPLE_PICTURE, sampleSlide } from './sample.ts';
import { SlideView } from './SlideView.tsx';

/** The templates, each drawn with words of its kind. */
export function TemplatePicker() {
  const { t } = useTranslation('slides');
  return (
    <>
      <PageTitle className="mb-2">{t('pick.title')}</PageTitle>
      <p className="mb-6 max-w-[70ch] text-ink-2">{t('pick.text')}</p>
      <ul className="grid gap-6 sm:grid-cols-2 xl:grid-cols-3">
        {SLIDE_TEMPLATES.map(template => (
          <TemplateCard key={template} template={template} />
        ))}
      </ul>
    </>
  );
}

function TemplateCard({ template }: { template: SlideTemplate }) {
  const { t, i18n } = useTranslation('slides');
  const { scene, images } = useMemo(
    () => composeSlide(sampleSlide(template, t, systemClock.now())),
    [template, t],
  );
  const name = t(`templates.${template}.name`);
  return (
    <li>
      <Link
        href={`${PATHS.newSlide}?template=${template}`}
        className="block border border-line bg-surface hover:border-control"
      >
        <SlideView
          scene={scene}
          images={images.map(() => SAMPLE_PICTURE)}
          language={i18n.language as Language}
          orientation="landscape"
          label={t('preview', { name })}
        />
        <span className="block px-4 py-3">
          <span className="block font-semibold">{name}</span>
          <span className="block text-13 text-ink-2">{t(`templates.${template}.text`)}</span>
        </span>
      </Link>
    </li>
  );
}
