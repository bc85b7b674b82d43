import { LazyPart } from '../../../LazyPart.tsx';
import { lazyPage } from '../../../lazyPage.ts';
import type { WidgetProps } from '../props.ts';

/** With the texts of the maps, which no other input needs. */
const FencesEditor = lazyPage<WidgetProps<'fences'>>(
  async () => ({ default: (await import('./FencesEditor.tsx')).FencesEditor }),
  ['map'],
);
export const FencesInput = (props: WidgetProps<'fences'>) => (
  <LazyPart fallback={<span className="block h-96" />}>
    <FencesEditor {...props} />
  </LazyPart>
);
