import { checkOnBlur } from "./check-on-blur.ts";
import { counters, onceOnly, ownAmount } from "./small-comforts.ts";
import { updatePrice } from "./update-price.ts";
import { watchPayment } from "./watch-payment.ts";

// All the script of a guest page. Every page works without it; it makes some things quicker to see.
checkOnBlur();
counters();
ownAmount();
onceOnly();
updatePrice();
watchPayment();
