/**
 * WordPress sandboxes a discovered page without pop-ups, hidden until it names its height: its documented
 * messages give height and follow links. Elsewhere it does nothing.
 */
export const CARD_SCRIPT = `(function(){
var m=/secret=(\\w+)/.exec(location.hash);if(!m||parent===window)return;
function say(message,value){parent.postMessage({message:message,value:value,secret:m[1]},"*")}
addEventListener("load",function(){say("height",document.documentElement.offsetHeight)});
addEventListener("click",function(e){var a=e.target.closest("a");if(a){e.preventDefault();say("link",a.href)}});
})()`;
