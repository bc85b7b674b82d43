/** The file of each input that comes when a form wants it: an input of the union without one does not compile. */
import type { ComponentType, ReactElement } from 'react';
import { LazyPart } from '../../LazyPart.tsx';
import { lazyPage } from '../../lazyPage.ts';
import type { LazyInput } from './lazyInput.ts';
import type { InputProps, WidgetProps } from './props.ts';

/** With the texts they share. */
const widget = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  lazyPage(async () => ({ default: await load() }), ['inputs']);
const light = () => import('./light.ts');

const WIDGETS: { readonly [K in LazyInput['as']]: ComponentType<WidgetProps<K>> } = {
  code: widget(async () => (await import('./codes/CodeInput.tsx')).CodeInput),
  money: widget(async () => (await light()).MoneyInput),
  percent: widget(async () => (await light()).PercentInput),
  date: widget(async () => (await light()).DateInput),
  dateTime: widget(async () => (await light()).DateTimeInput),
  duration: widget(async () => (await light()).DurationInput),
  tags: widget(async () => (await light()).TagsInput),
  bilingual: widget(async () => (await light()).BilingualInput),
  choice: widget(async () => (await import('./list/ChoiceInput.tsx')).ChoiceInput),
  choices: widget(async () => (await light()).ChoicesInput),
  colour: widget(async () => (await light()).ColourInput),
  dayparts: widget(async () => (await import('./time/DaypartsInput.tsx')).DaypartsInput),
  relations: widget(async () => (await import('./list/RelationsInput.tsx')).RelationsInput),
  rows: widget(async () => (await import('./list/RowsInput.tsx')).RowsInput),
  rules: widget(async () => (await import('./list/RulesInput.tsx')).RulesInput),
  spot: widget(async () => (await import('./amount/SpotInput.tsx')).SpotInput),
  point: widget(async () => (await import('./place/PointInput.tsx')).PointInput),
  fences: widget(async () => (await import('./place/FencesInput.tsx')).FencesInput),
  conditions: widget(async () => (await import('./conditions/ConditionsInput.tsx')).ConditionsInput),
  file: widget(async () => (await import('./file/FileInput.tsx')).FileInput),
};

interface LazyInputProps extends InputProps<LazyInput> {
  inputOf: ComponentType<InputProps>;
}
/** The table ties each file to its input; a value of the union forgets the tie. */
export function LazyInputOf(props: LazyInputProps): ReactElement {
  const Widget = WIDGETS[props.input.as] as ComponentType<LazyInputProps>;
  return (
    <LazyPart fallback={<span className="block min-h-12" />}>
      <Widget {...props} />
    </LazyPart>
  );
}
