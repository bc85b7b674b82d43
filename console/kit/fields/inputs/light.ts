/** Small inputs that come together in one file. */
export { MoneyInput } from './amount/MoneyInput.tsx';
export { PercentInput } from './amount/PercentInput.tsx';
export { DurationInput } from './amount/DurationInput.tsx';
export { DateInput } from './time/DateInput.tsx';
export { DateTimeInput } from './time/DateTimeInput.tsx';
export { TagsInput } from './list/TagsInput.tsx';
export { BilingualInput } from './words/BilingualInput.tsx';
export { ColourInput } from './words/ColourInput.tsx';
export { ChoicesInput } from './list/ChoicesInput.tsx';
