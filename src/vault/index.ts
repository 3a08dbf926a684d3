import { runVault } from "./process.ts";

/** The vault process's entry. */
runVault();
