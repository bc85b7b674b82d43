import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { systemClock } from '../../../shared/clock.ts';
import type { Language } from '../../../shared/constants.ts';
import { SLIDE_TEMPLATES, type SlideTemplate } from '../../../shared/contract/content/slide.ts';
import { composeSlide } from '../../../shared/slides/compose.ts';
import { SAMPLE_PICTURE, sampleSlide } from '../../content/slides/sample.ts';
import { SlideView } from '../../content/slides/SlideView.tsx';
import { Section } from '../Section.tsx';

/** Each template as a screen draws it, hung both ways. */
export function Slides() {
  const { t } = useTranslation('gallery');
  return (
    <Section title={t('slides')}>
      <ul className="grid gap-6 lg:grid-cols-2">
        {SLIDE_TEMPLATES.map(template => (
          <Sample key={template} template={template} />
        ))}
      </ul>
    </Section>
  );
}

function Sample({ template }: { template: SlideTemplate }) {
  const { t, i18n } = useTranslation('slides');
  const { scene, images } = useMemo(
    () => composeSlide(sampleSlide(template, t, systemClock.now())),
    [template, t],
  );
  const name = t(`templates.${template}.name`);
  return (
    <li className="grid grid-cols-[minmax(0,16fr)_minmax(0,5fr)] items-start gap-3">
      {(['landscape', 'portrait'] as const).map(orientation => (
        <SlideView
          key={orientation}
          {...{ scene, orientation }}
          images={images.map(() => SAMPLE_PICTURE)}
          language={i18n.language as Language}
          label={`${name}, ${t(`orientations.${orientation}`)}`}
        />
      ))}
    </li>
  );
}
