/** Visible in low windows too. */
export const BUTTONS =
	"bleed flex flex-wrap gap-2.5 bg-surface pt-3 pb-4 short:sticky short:bottom-0 short:z-10 short:pt-2 short:pb-2";
