import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../scripts/lib/ensure.mjs";
import { markSvg, pictures, pngOf } from "./draw.ts";
import { ICON_SIZES } from "./icons.ts";

/** `node packaging/draw-icons.ts`: redraws all pictures. Run it by hand after a change of the mark. */

const resources = join(root, "resources");
writeFileSync(join(resources, "icon.svg"), markSvg());
for (const [name, picture] of pictures(ICON_SIZES)) writeFileSync(join(resources, name), pngOf(picture));
