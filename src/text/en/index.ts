import { common } from "./common.ts";
import { desk } from "./desk.ts";
import { findings } from "./findings.ts";
import { judging } from "./judging.ts";
import { main } from "./main.ts";
import { meaning } from "./meaning.ts";
import { programs } from "./programs.ts";
import { shell } from "./shell.ts";
import { signing } from "./signing.ts";
import { trusted } from "./trusted.ts";
import { trustedReview } from "./trusted-review.ts";
import { window } from "./window.ts";

export const en = {
	...common,
	...desk,
	...findings,
	...judging,
	...main,
	...meaning,
	...programs,
	...shell,
	...signing,
	...trusted,
	...trustedReview,
	...window,
} as const;

type Texts = typeof en;

declare module "../../core/text-codes.ts" {
	interface Catalogue extends Texts {}
}
