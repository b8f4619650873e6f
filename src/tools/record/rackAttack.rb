# Rack::Attack under a clock that is told, for rackAttack.ts. Its arguments are a limit, a period in seconds, and the port of
# a Redis. A line on its input is an instant in microseconds since 1970 and an address; the answer to it is the status of
# the middleware's response and the count that it compared.
#
# The first line that it writes is the version of Rack::Attack.
require 'redis'
require 'rack/attack'
require 'rack/attack/version'

limit, period, port = ARGV.map(&:to_i)
micros = 0
Rack::Attack.cache.store = Redis.new(host: '127.0.0.1', port: port)
Rack::Attack.throttle('api', limit: limit, period: period) { |request| request.ip }
attack = Rack::Attack.new(->(_env) { [200, {}, []] })
Time.define_singleton_method(:now) { at(Rational(micros, 1_000_000)) }

$stdout.sync = true
puts Rack::Attack::VERSION
while (line = $stdin.gets)
  instant, address = line.split
  micros = instant.to_i
  env = Rack::MockRequest.env_for('/', 'REMOTE_ADDR' => address)
  status, = attack.call(env)
  puts "#{status} #{env['rack.attack.throttle_data']['api'][:count]}"
end
