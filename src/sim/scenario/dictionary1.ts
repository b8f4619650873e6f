/**
 * The text most common in scenarios of version 1, likeliest last, since deflate encodes short distances in fewer bits.
 * Frozen: links made with it open only with exactly this text. A test checks its hash.
 */
export const DICTIONARY_1 =
  '"moves":[{"lane":0,"request":1,"command":1,"delay":0.00' +
  '{"kind":"node-removed","node":0,"at":{"kind":"node-added","at":{"kind":"store-flush","at":' +
  '{"kind":"link-down","node":2,"at":{"kind":"store-slow","at":20,"until":25,"factor":50}' +
  '{"kind":"crash-after","node":0,"command":"INCR","at":"command":"GET","command":"EXPIRE"' +
  '{"kind":"store-down","at":10,"until":12},{"kind":"node-down","node":1,"at":5,"until":8}],"faults":[' +
  '"skew":[{"node":1,"offset":0.01,"drift":0.0001,"step":{"at":5,"by":-0.5}}],' +
  '"links":[{"kind":"uniform","from":0.001,"to":0.002},{"kind":"exponential","mean":0.005}],"latency":{"mean":0.00' +
  '"routing":"random","routing":"sticky","routing":{"weights":[3,1,1]},"cluster":{"nodes":2,' +
  '{"kind":"script","code":"' +
  '"strategy":"abuser","a":4}"strategy":"careless"}"strategy":"retry-after"}"strategy":"retry-poll","every":0.1}' +
  '"jitter":"none"}"jitter":"equal"}"jitter":"decorrelated"}"retry":{"strategy":"backoff","base":0.5,"cap":60,"factor":3' +
  '"arrivals":"poisson","maxTries":5,"keys":"shared","phases":[{"jobs":10,"rate":1},{"jobs":20,"rate":2}],' +
  '{"kind":"clients","to":60,"count":20,"rate":1,' +
  '{"kind":"daily","to":86400,"mean":5,"peakAt":72000,"swing":0.5' +
  '{"kind":"on-off","to":60,"rate":20,"on":2,"off":8' +
  '{"kind":"ramp","to":60,"rate":[1,20]' +
  '"timeout":0.5,"fallback":"allow"},"fallback":"local"},"variant":"multi"},"variant":"incr-expire"},"variant":"list"},' +
  '"variant":"set-then-get"},"variant":"none"},"variant":"incr"},"concurrency":"none"},"concurrency":"watch","retries":' +
  '"concurrency":"lock","lockTtl":0.2,"lockRetry":0.01' +
  '"preallocate":0.2,"reserve":0.2,"taper":0.2,"weights":[1,2,3],"lease":' +
  '"limiter":"redis-cooldown"},"limiter":"simple-window-threads"},"limiter":"tair-incr"},"limiter":"redis-sub-window"},' +
  '"limiter":"quota-lease"},"limiter":"layered","options":{"outer":{"limiter":"inner":{"limiter":' +
  '"limiter":"local-split"},"limiter":"token-server","options":{"limiter":"limiter":"redis-sliding-log"},' +
  '"limiter":"redis-incr"},"limiter":"redis-token-bucket"},' +
  '"options":{"burst":20,"delay":"none"}"options":{"mode":"tryAcquire","timeout":"warmup":5,"coldFactor":2' +
  '"maxBurstSeconds":5"update":"strict"}"refill":"all"}"start":"empty"}"boundary":"closed"}"options":{"slices":10}' +
  '{"limiter":"quota-and-linear"},{"limiter":"simple-window"},{"limiter":"guava-warming-up"},{"limiter":"guava-bursty"},' +
  '{"limiter":"exponential"},{"limiter":"token-bucket-throttler"},{"limiter":"token-bucket-lazy"},' +
  '{"limiter":"token-bucket-ticked"},{"limiter":"leaky-interval"},{"limiter":"nginx-limit-req"},{"limiter":"hybrid"},' +
  '{"limiter":"quota-reset"},{"limiter":"sub-window"},{"limiter":"sliding-counter"},{"limiter":"leaky-queue"},' +
  '{"limiter":"cooldown-score"},{"limiter":"leaky-meter"},{"limiter":"gcra"},' +
  '{"a":0,"f":0,"t":60,"s":[0,1]}' +
  '"share":"zipf"},"share":"noisy"},"keys":{"count":100},"key":"b","cost":{"of":[1,5],"weights":[9,1]},"label":"good"' +
  '"label":"bad"},"timeout":1,"stream":2,"key":["a","b"],"cost":[1,2,1],"cost":2' +
  '"limiter":"sliding-log","edition":"published","policy":{"n":100,"T":1,"capacity":5},"options":{' +
  '"label":"the same, as published","edition":"published"},{"limiter":"' +
  'What happens when? How many requests get through? Why is it refused? One request per second, a client that keeps ' +
  'trying, the published edition, the corrected one, the token bucket, the sliding log, the quota, evenly, at once, ' +
  'as soon as, after a minute. Watch how the bucket lets ' +
  '{"title":"","notes":"","seed":2,"duration":120,"epoch":2147483600,"policy":{"n":100,"T":1,"capacity":20},"traffic":[' +
  '{"kind":"poisson","to":60,"rate":5},{"kind":"burst","at":0,"count":100,"spread":600},' +
  '{"kind":"steady","to":60,"rate":2},{"kind":"times","at":[0,0,0,0,1,1.5,2,2.5,10.05],"clicks":true}],"lanes":[{"limiter":' +
  '{"title":"Edge burst","notes":"The limit is 10 requests per 10 s: watch the fixed window at its 10 s edge, where it ' +
  'lets 20 through within 2 seconds.","duration":24,"policy":{"T":10},"traffic":[' +
  '{"kind":"steady","from":9,"to":9.95,"rate":10},' +
  '{"kind":"steady","from":10.05,"to":11,"rate":10},{"kind":"steady","from":12,"to":23.5,"rate":1}],' +
  '"lanes":[{"limiter":"fixed-window"},{"limiter":"sliding-log"},{"limiter":"token-bucket"}]}';
