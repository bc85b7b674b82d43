/** The page anybody checks proofs on; it is none of the console's. */
export const VERIFY_PAGE = '/verify.html';
