/** All templates, by their key: one without a line here does not compile. */
import type { SlideTemplate } from '../../contract/content/slide.ts';
import { clock } from './clock.ts';
import { countdown } from './countdown.ts';
import { event } from './event.ts';
import { headline } from './headline.ts';
import { list } from './list.ts';
import { offer } from './offer.ts';
import { photo } from './photo.ts';
import { scan } from './scan.ts';
import { split } from './split.ts';
import type { Template } from './template.ts';
import { ticker } from './ticker.ts';

export const TEMPLATES: Readonly<Record<SlideTemplate, Template>> = {
  headline,
  photo,
  split,
  offer,
  event,
  list,
  scan,
  countdown,
  clock,
  ticker,
};
