/** Texts of client errors, and of HTTP statuses whose body is an HTML page instead of JSON. */

export const AUTH_FAILED = '401: Authentication failed';
export const AUTH_FAILED_AGAIN = '401: Authentication failed after refresh';
export const AUTH_REQUIRED = '401: Authentication required';
export const REQUEST_TIMEOUT = 'Request timeout';
export const TIMEOUT_OFFLINE = 'Request timeout while offline';
export const WENT_OFFLINE = 'Network went offline, request queued';
export const ABORTED = 'Operation aborted';
export const VIDEO_TIMEOUT = 'Video load timeout';
export const IMAGE_TIMEOUT = 'Image load timeout';
export const VIDEO_STUCK = 'Video stopped moving';
export const RATE_LIMITED = 'Rate limited';

/** Also the keys of their translations, `errorPages.<status>`. */
export const ERROR_PAGES = {
  401: 'Unauthorized - Please log in again',
  403: "Access denied - You don't have permission to access this resource",
  404: 'Not found - The requested resource does not exist',
  500: 'Server error - Please try again later',
  502: 'Bad gateway - The server is temporarily unavailable',
  503: 'Service unavailable - Please try again later',
} as const;
export type PageStatus = keyof typeof ERROR_PAGES;

export const isPageStatus = (status: number): status is PageStatus => status in ERROR_PAGES;
/** HTTP/2 sends no status text. */
export const statusTextOr = (text: string) => text || 'Unknown';
export const errorPageText = (status: number, text: string): string =>
  isPageStatus(status) ? ERROR_PAGES[status] : `Error ${status} - ${statusTextOr(text)}`;

/** What a screen gives as the reason of a skipped item, and the last part of the key of its words; a browser's own error has none. */
const SKIP_REASONS: Record<string, 'video' | 'image' | 'stuck'> = {
  [VIDEO_TIMEOUT]: 'video',
  [IMAGE_TIMEOUT]: 'image',
  [VIDEO_STUCK]: 'stuck',
};
export const skipReason = (text: string) => SKIP_REASONS[text] ?? null;
