/** Sent to the service and never displayed. */

export const MESSAGE =
	"Hello. This is an automated check of the interface: please answer in one short sentence, and prepare nothing.";

export const LONG_MESSAGE =
	"This is an automated check of the interface: please count slowly from one to two hundred, in words, and prepare nothing.";
