import { lazyPage } from '../../kit/lazyPage.ts';
import type { CodeFieldProps } from './CodeField.tsx';

/** For forms that ask for a password: few of those who fill them in have a second factor. */
export const LazyCodeField = lazyPage<CodeFieldProps>(() => import('./CodeField.tsx'), ['secondFactor']);
